#!/bin/sh
# Finds an nginx for the tests of the default address, or gets one, and writes its path to .cache/nginx-path.
# Debian's package is unpacked inside this project, for root too: installing it would start a server on port 80.
# Where that is not possible nothing is written, and those tests say so.
set -eu
cd "$(dirname "$0")/.."
. scripts/lock.sh
. scripts/packages.sh

main() {
  remembered && return 0
  take_lock nginx
  remembered && return 0
  rm -f .cache/nginx-path
  found && return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say 'There is no nginx here and no apt-get to fetch it with: its tests will be skipped.'
  else
    say 'Fetching nginx for the tests into .cache/nginx.'
    log unpack && remember "$PWD/.cache/nginx/run" || failed
  fi
}

say() { echo "nginx: $1" >&2; }

failed() {
  say 'That did not work (see .cache/nginx.log): its tests will be skipped.'
}

log() { "$@" > .cache/nginx.log 2>&1; }

remembered() {
  [ -s .cache/nginx-path ] && [ -x "$(cat .cache/nginx-path)" ]
}

remember() {
  echo "$1" > .cache/nginx-path
}

found() {
  for path in $(command -v nginx || true) /usr/sbin/nginx /usr/local/sbin/nginx; do
    [ -x "$path" ] || continue
    remember "$path"
    return 0
  done
  return 1
}

unpack() {
  cache=$PWD/.cache/nginx
  unpack_packages "$cache" nginx || return 1
  write_starter
  # Shows at once whether a library is missing.
  "$cache/run" -v
}

write_starter() {
  libraries=$(library_path "$cache")
  cat > "$cache/run" <<END
#!/bin/sh
export LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:-}"
exec "$cache/root/usr/sbin/nginx" "\$@"
END
  chmod 755 "$cache/run"
}

main
