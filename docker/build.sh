#!/usr/bin/env bash
# Builds the image binwriter-mysql:9.7 that the tests run against.
#
# From the official mysql image where one can be pulled; otherwise from Debian's packages (unstable has MySQL 9.7).
# With CI=true it installs what it needs and starts a Docker engine; otherwise it changes nothing on the machine.
# usage: docker/build.sh            what is there already is not built again
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
image=binwriter-mysql:9.7
base=binwriter-sid-base
official=${BINWRITER_MYSQL_IMAGE:-mysql:9.7}

say() { printf 'docker/build.sh: %s\n' "$*" >&2; }

as_ci() { [ "${CI:-}" = true ]; }

need_engine() {
  if docker info >/dev/null 2>&1; then return; fi
  if ! as_ci; then say "no Docker engine answers"; exit 1; fi
  if ! command -v dockerd >/dev/null || ! command -v debootstrap >/dev/null || ! command -v iptables >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq docker.io iptables debootstrap >/dev/null
  fi
  say "starting dockerd"
  nohup dockerd >"${TMPDIR:-/tmp}/dockerd.log" 2>&1 </dev/null &
  for _ in $(seq 60); do
    docker info >/dev/null 2>&1 && return
    sleep 1
  done
  say "dockerd did not start:"; tail -n 20 "${TMPDIR:-/tmp}/dockerd.log" >&2
  exit 1
}

from_official() {
  docker image inspect "$official" >/dev/null 2>&1 || timeout 300 docker pull -q "$official" >/dev/null 2>&1 || return 1
  say "building $image on $official"
  docker build -q --build-arg BASE="$official" -f "$here/Dockerfile.official" -t "$image" "$here" >/dev/null
}

from_debian() {
  if ! docker image inspect "$base" >/dev/null 2>&1; then
    if ! command -v debootstrap >/dev/null; then
      if ! as_ci; then say "no mysql image can be pulled, and debootstrap is not installed"; exit 1; fi
      apt-get update -qq
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq debootstrap >/dev/null
    fi
    local root
    root=$(mktemp -d)
    trap 'rm -rf "$root"' EXIT
    say "unpacking MySQL from Debian unstable"
    debootstrap --variant=minbase --include=mysql-server-core,mysql-client-core sid "$root" >"$root.log" 2>&1 \
      || { tail -n 20 "$root.log" >&2; exit 1; }
    tar -C "$root" -c . | docker import - "$base" >/dev/null
  fi
  say "building $image on Debian's packages"
  # no network is needed for it, and the classic builder needs no plugin
  DOCKER_BUILDKIT=0 docker build -q --network none -f "$here/Dockerfile" -t "$image" "$here" >/dev/null
}

need_engine
if docker image inspect "$image" >/dev/null 2>&1; then
  say "$image is there"
  exit 0
fi
from_official || from_debian
say "built $image"
