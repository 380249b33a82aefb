#!/usr/bin/env bash
# Runs the demonstration until rows have arrived at the consumer and at the replica, and takes it down: status 0 if they did.
#
# Where python:3.12-slim cannot be pulled, its place is taken by an image with Debian's Python (as root: debootstrap), and
# packages are brought as wheels, which pip here must be able to get; where mysql:9.7 cannot, by docker/build.sh's image.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
base=binwriter-python-base:bookworm
say() { printf 'docker/serve/try.sh: %s\n' "$*" >&2; }
has() { docker image inspect "$1" >/dev/null 2>&1; }

compose() {
  if docker compose version >/dev/null 2>&1; then docker compose -f "$here/compose.yaml" "$@"
  else docker-compose -f "$here/compose.yaml" "$@"; fi
}

if [ -z "${BASE:-}" ] && ! has python:3.12-slim && ! timeout 60 docker pull -q python:3.12-slim >/dev/null 2>&1; then
  if ! has "$base"; then
    say "no python image can be pulled: making one from Debian's packages"
    root=$(mktemp -d)
    chmod 755 "$root"
    debootstrap --variant=minbase --include=python3,python3-venv bookworm "$root" >&2
    tar -C "$root" -c . | docker import - "$base" >/dev/null
    rm -rf "$root"
  fi
  export BASE=$base
fi
if [ -n "${BASE:-}" ]; then
  # of that image's Python: 3.11
  python3 -m pip wheel --quiet --wheel-dir "$here/wheels" "$here/../..[serve,replay]" mysql-replication 'setuptools>=77' wheel
  rm -f "$here"/wheels/binwriter-*.whl
  export PIP_ARGS="--no-index --find-links /src/docker/serve/wheels"
fi
if [ -z "${MYSQL_IMAGE:-}" ] && ! has mysql:9.7 && ! timeout 600 docker pull -q mysql:9.7 >/dev/null 2>&1; then
  "$here/../build.sh"
  export MYSQL_IMAGE=binwriter-mysql:9.7
fi

trap 'compose down --volumes >/dev/null 2>&1; rm -rf "$here/wheels"' EXIT
DOCKER_BUILDKIT=0 compose up --build --detach >&2
for _ in $(seq 60); do
  # no pipe into grep -q: it ends early, and the pipe's status would be that of a broken one
  logs=$(compose logs --no-color 2>/dev/null)
  if [[ $logs == *'"op": "u"'* && $logs =~ replica:\ [1-9][0-9]*\ orders,\ [1-9] ]]; then
    grep -E '"op"|replica:' <<<"$logs" | tail -n 6
    say "rows arrive"
    exit 0
  fi
  sleep 1
done
compose logs --no-color --tail 20
say "no rows arrived within a minute"
exit 1
