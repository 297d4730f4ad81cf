# Runs every job of a batch in a process of its own, a few at a time.
# Arguments: token, number of jobs, number of lanes, then the command of a job.
# Each job's output goes to files, so that no job ever waits for a reader.
# For each job that ended, "job status" is printed.
token=$1 jobs=$2 lanes=$3
shift 3
program=$1
shift

# A lane takes the next job that no other lane has taken: with noclobber,
# creating a file succeeds for one lane only.
lane() {
    job=0
    while [ "$job" -lt "$jobs" ]; do
        if { set -C; true >"$job.out"; } 2>/dev/null; then
            set +C
            "$program" "$token" "$job" "$@" >"$job.out" 2>"$job.err" </dev/null
            echo "$job $?"
        fi
        set +C
        job=$((job + 1))
    done
}

started=0
while [ "$started" -lt "$lanes" ]; do
    lane "$@" &
    started=$((started + 1))
done
wait
