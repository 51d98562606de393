#!/bin/sh
# Finds an nginx for the tests of the default address, or gets one, and writes its path to .cache/nginx-path.
# Debian's package is unpacked inside this project, for root too: installing it would start a server on port 80.
# Where that is not possible nothing is written, and those tests say so.
set -eu
cd "$(dirname "$0")/.."
. scripts/lock.sh

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

# apt-get with lists and caches of its own: it reads what the system has installed and changes nothing there.
apt() {
  apt-get -q -o "Dir::State::lists=$cache/lists" -o "Dir::State::extended_states=$cache/extended" \
    -o "Dir::Cache=$cache/apt" -o Debug::NoLocking=1 -o APT::Sandbox::User= "$@"
}

unpack() {
  cache=$PWD/.cache/nginx
  rm -rf "$cache"
  mkdir -p "$cache/lists/partial" "$cache/apt/archives/partial" "$cache/packages" "$cache/root"
  apt update
  missing=$(apt install --simulate --no-install-recommends nginx | awk '$1 == "Inst" { print $2 }')
  [ -n "$missing" ] || return 1
  # shellcheck disable=SC2086
  (cd "$cache/packages" && apt download $missing)
  for package in "$cache/packages"/*.deb; do
    dpkg-deb -x "$package" "$cache/root"
  done
  rm -rf "$cache/packages" "$cache/apt" "$cache/lists"
  write_starter
  # Shows at once whether a library is missing.
  "$cache/run" -v
}

write_starter() {
  libraries=$(find "$cache/root" -name '*.so*' -exec dirname {} \; | sort -u |
    grep -E '/lib/[^/]*-linux-[^/]*$' | tr '\n' ':')
  cat > "$cache/run" <<END
#!/bin/sh
export LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:-}"
exec "$cache/root/usr/sbin/nginx" "\$@"
END
  chmod 755 "$cache/run"
}

main
