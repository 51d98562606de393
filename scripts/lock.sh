# Sourced. `take_lock NAME` waits until no other run of these scripts holds NAME; it is given back at the
# end. A lock whose process is gone is taken over, so that a kill needs no hand.

take_lock() {
  lock_dir=.cache/$1.lock
  mkdir -p .cache
  until mkdir "$lock_dir" 2>/dev/null; do
    holder=$(cat "$lock_dir/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null && [ ! -d "/proc/$holder" ]; then
      # Renamed first: of two that find it stale only one gets to remove it.
      mv "$lock_dir" "$lock_dir.$$" 2>/dev/null && rm -rf "$lock_dir.$$"
    else
      sleep 0.2
    fi
  done
  echo $$ > "$lock_dir/pid"
  trap 'rm -rf "$lock_dir"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
}
