import { useSyncExternalStore } from 'react'

/** Where columns would be clipped, people stand on cards: the one is a table for screen readers, the other a list. */
const query = matchMedia('(max-width: 1099px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (hear) => {
      query.addEventListener('change', hear)
      return () => query.removeEventListener('change', hear)
    },
    () => query.matches,
  )
}
