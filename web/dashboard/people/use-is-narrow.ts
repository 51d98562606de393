import { useSyncExternalStore } from 'react'

/** Where columns would be clipped, people are shown as cards. Screen readers get a table or a list. */
const query = matchMedia('(max-width: 1099px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
