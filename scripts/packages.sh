# Sourced. Debian packages for anybody: fetched and unpacked inside this project, without root and without
# touching the system.

# `unpack_packages FOLDER NAME...` puts into FOLDER/root the packages NAME and all that they need and the
# system does not have; false where that fails. What stood in FOLDER is lost.
unpack_packages() {
  folder=$1
  shift
  rm -rf "$folder"
  mkdir -p "$folder/lists/partial" "$folder/apt/archives/partial" "$folder/packages" "$folder/root"
  apt update || return 1
  missing=$(apt install --simulate --no-install-recommends "$@" | awk '$1 == "Inst" { print $2 }')
  [ -n "$missing" ] || return 1
  # shellcheck disable=SC2086
  (cd "$folder/packages" && apt download $missing) || return 1
  for package in "$folder/packages"/*.deb; do
    dpkg-deb -x "$package" "$folder/root" || return 1
  done
  rm -rf "$folder/packages" "$folder/apt" "$folder/lists"
}

# apt-get with lists and caches of its own: it reads what the system has installed and changes nothing there.
apt() {
  apt-get -q -o "Dir::State::lists=$folder/lists" -o "Dir::State::extended_states=$folder/extended" \
    -o "Dir::Cache=$folder/apt" -o Debug::NoLocking=1 -o APT::Sandbox::User= "$@"
}

# `library_path FOLDER` is what LD_LIBRARY_PATH needs of FOLDER/root: its folders of libraries, each followed
# by a colon.
library_path() {
  find "$1/root" -name '*.so*' -exec dirname {} \; | sort -u |
    grep -E '/lib/[^/]*-linux-[^/]*(/pulseaudio|/blas|/lapack)?$' | tr '\n' ':'
}
