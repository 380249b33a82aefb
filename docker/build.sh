#!/usr/bin/env bash
# Builds the image that the tests run a real MySQL from.
#
# From the official mysql image where one can be pulled; otherwise from Debian's packages (unstable has MySQL 9.7).
# What is there already is not built again. With CI=true it installs what it needs and starts a Docker engine; otherwise
# it changes nothing on the machine. Environment:
#   BINWRITER_TEST_IMAGE  the tag of the result (default: binwriter-mysql:9.7)
#   BINWRITER_MYSQL_IMAGE official images to try in turn (default: "mysql:9.7 mysql:9"); empty: none
#   BINWRITER_MYSQL_BASE  the tag of the image made from Debian's packages (default: binwriter-sid-base)
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
image=${BINWRITER_TEST_IMAGE:-binwriter-mysql:9.7}
official=${BINWRITER_MYSQL_IMAGE-mysql:9.7 mysql:9}
base=${BINWRITER_MYSQL_BASE:-binwriter-sid-base}
logs=$(mktemp -d)
root=
# by the time it runs, the functions' own variables are gone
trap 'rm -rf "$logs" ${root:+"$root"}' EXIT

say() { printf 'docker/build.sh: %s\n' "$*" >&2; }

fail() {
  say "$1"
  [ -z "${2:-}" ] || tail -n 20 "$2" >&2
  exit 1
}

has() { docker image inspect "$1" >/dev/null 2>&1; }

# need COMMAND...: they are there, or can be installed
need() {
  local missing=() name
  for name; do
    command -v "$name" >/dev/null || missing+=("$name")
  done
  ((${#missing[@]})) || return 0
  [ "${CI:-}" = true ] || fail "not installed: ${missing[*]}"
  local packages=("${missing[@]/#dockerd/docker.io}")
  say "installing ${packages[*]}"
  {
    apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${packages[@]}"
  } >"$logs/apt" 2>&1 || fail "apt-get failed:" "$logs/apt"
}

need_engine() {
  if docker info >/dev/null 2>&1; then return; fi
  [ "${CI:-}" = true ] || fail "no Docker engine answers"
  need dockerd iptables
  # installing the package starts one where there is an init system
  if docker info >/dev/null 2>&1; then return; fi
  say "starting dockerd"
  local log=${TMPDIR:-/tmp}/dockerd.log
  nohup dockerd >"$log" 2>&1 </dev/null &
  for _ in $(seq 60); do
    docker info >/dev/null 2>&1 && return
    sleep 1
  done
  fail "dockerd did not start:" "$log"
}

# from BASE: the image proper; it needs no network, and the classic builder no plugin
from() {
  say "building $image on $1"
  DOCKER_BUILDKIT=0 docker build --network none --build-arg BASE="$1" --label "binwriter.recipe=$recipe" --tag "$image" "$here" \
    >"$logs/build" 2>&1
}

from_official() {
  local name
  for name in $official; do
    has "$name" || timeout 600 docker pull --quiet "$name" >"$logs/pull" 2>&1 || continue
    # replaying a log takes the client programs, which not every official image has
    docker run --rm --entrypoint sh "$name" -c 'command -v mysql && command -v mysqlbinlog' >/dev/null 2>&1 || continue
    from "$name" && return
  done
  return 1
}

from_debian() {
  if ! has "$base"; then
    # it makes device nodes and changes owners
    [ "$(id -u)" = 0 ] || fail "no mysql image can be pulled, and only root can make one from Debian's packages"
    need debootstrap
    root=$(mktemp -d)
    chmod 755 "$root" # it becomes the / of the image
    say "unpacking MySQL from Debian unstable, some minutes"
    debootstrap --variant=minbase --include=mysql-server-core,mysql-client-core sid "$root" >"$logs/debootstrap" 2>&1 \
      || fail "debootstrap failed:" "$logs/debootstrap"
    rm -f "$root"/var/cache/apt/archives/*.deb
    tar -C "$root" -c . | docker import - "$base" >/dev/null
  fi
  from "$base" || fail "docker build failed:" "$logs/build"
}

need_engine
# an image made by another state of these files is made anew
recipe=$(cat "$here/Dockerfile" "$here/entrypoint.sh" | cksum | tr ' ' -)
made=$(docker image inspect --format '{{index .Config.Labels "binwriter.recipe"}}' "$image" 2>/dev/null || true)
if [ "$made" = "$recipe" ]; then
  say "$image is there"
  exit 0
fi
from_official || from_debian
say "built $image"
