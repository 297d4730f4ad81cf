# Runs every job of a launch, a few at a time.
# Arguments: token, number of jobs, number of lanes, mode, repetitions, program.
# Each job's output goes to files in /tmp, so that no job ever waits for a reader.
# For each job, "job status" is printed, with the exit status of its last process.
# The environment variable WELLSMITH_JOB tells the processes of a job from all others.
token=$1 jobs=$2 lanes=$3 mode=$4 repetitions=$5 program=$6
cd /tmp || exit

# One process, which repeats the program of the job by itself.
batch() {
    "$program" "$job" "$repetitions" 2>"$job.err"
}

# A process for each run, up to the first one that fails.
alone() {
    run=0
    while [ "$run" -lt "$repetitions" ]; do
        "$program" 2>"$job.err" || return
        printf '\036'
        run=$((run + 1))
    done
}

# A lane takes the next job that no other lane has taken: with noclobber,
# creating a file succeeds for one lane only.
lane() {
    job=0
    while [ "$job" -lt "$jobs" ]; do
        if { set -C; true >"$job.out"; } 2>/dev/null; then
            set +C
            export WELLSMITH_JOB="$token $job"
            "$mode" >"$job.out" </dev/null
            echo "$job $?"
        fi
        set +C
        job=$((job + 1))
    done
}

started=0
while [ "$started" -lt "$lanes" ]; do
    lane &
    started=$((started + 1))
done
wait
