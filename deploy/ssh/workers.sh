#!/bin/sh
# Workers over plain ssh: one on each machine named, until the campaign is done.
#   WELLSMITH_STORE=postgres://worker@db/campaigns deploy/ssh/workers.sh host1 host2 ...
# wellsmith must be on each machine's PATH, and the password in its ~/.pgpass (mode 600).
# Ending this script ends the workers: they finish running batches and give their leases
# back.
set -eu
: "${WELLSMITH_STORE:?names the store: postgres://USER@HOST/DATABASE, without a password}"
for host in "$@"; do
    # A terminal, so that the end of the connection reaches the worker.
    ssh -tt "$host" wellsmith worker --store "'$WELLSMITH_STORE'" </dev/null &
done
trap 'kill $(jobs -p) 2>/dev/null' INT TERM
wait
