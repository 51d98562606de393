#!/bin/sh
# Finds a Chromium for the browser tests, or gets one, and writes its path to .cache/chromium-path.
# Root installs Debian's package. An ordinary user unpacks the same packages inside this project, without
# touching the system. Where neither is possible nothing is written, and the browser tests say so.
# Debian's headless shell has the same engine without the browser's own windows, which take a third of the
# processor time of the browser tests.
set -eu
cd "$(dirname "$0")/.."
. scripts/lock.sh
. scripts/packages.sh

main() {
  remembered && return 0
  take_lock chromium
  remembered && return 0
  rm -f .cache/chromium-path
  found && return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say 'There is no Chromium here and no apt-get to fetch it with: the browser tests will be skipped.'
  elif [ "$(id -u)" = 0 ]; then
    say 'Installing Chromium for the browser tests.'
    log install_as_root && found || failed
  else
    say 'Fetching Chromium for the browser tests into .cache/chromium.'
    log unpack_as_user && remember "$PWD/.cache/chromium/run" || failed
  fi
}

packages='chromium-headless-shell fonts-noto-core'
# For distributions that have no package of the shell.
other_packages='chromium fonts-noto-core'

say() { echo "chromium: $1" >&2; }

failed() {
  say 'That did not work (see .cache/chromium.log): the browser tests will be skipped.'
}

log() { "$@" > .cache/chromium.log 2>&1; }

remembered() {
  [ -s .cache/chromium-path ] && [ -x "$(cat .cache/chromium-path)" ]
}

remember() {
  echo "$1" > .cache/chromium-path
}

found() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    path=$(command -v "$name" 2>/dev/null) || continue
    remember "$path"
    return 0
  done
  mac='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  [ -x "$mac" ] && remember "$mac"
}

install_as_root() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  # shellcheck disable=SC2086
  apt-get install -y -q --no-install-recommends $packages ||
    apt-get install -y -q --no-install-recommends $other_packages
}

unpack_as_user() {
  cache=$PWD/.cache/chromium
  # shellcheck disable=SC2086
  unpack_packages "$cache" $packages || unpack_packages "$cache" $other_packages || return 1
  write_font_settings
  write_starter
  # Shows at once whether a library is missing.
  "$cache/run" --version
}

write_font_settings() {
  cat > "$cache/fonts.conf" <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <include ignore_missing="yes">$cache/root/etc/fonts/conf.d</include>
  <dir>/usr/share/fonts</dir>
  <dir>$cache/root/usr/share/fonts</dir>
  <cachedir>$cache/font-cache</cachedir>
</fontconfig>
END
}

write_starter() {
  libraries=$(library_path "$cache")
  program=$cache/root/usr/lib/chromium/chromium-headless-shell
  [ -x "$program" ] || program=$cache/root/usr/lib/chromium/chromium
  cat > "$cache/run" <<END
#!/bin/sh
export LD_LIBRARY_PATH="$libraries\${LD_LIBRARY_PATH:-}"
export FONTCONFIG_FILE="$cache/fonts.conf"
export XDG_DATA_DIRS="$cache/root/usr/share:/usr/local/share:/usr/share"
exec "$program" "\$@"
END
  chmod 755 "$cache/run"
}

main
