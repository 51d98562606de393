import { useSyncExternalStore } from 'react'

/** Whether the window is as the query says, such as `(min-width: 1100px)`, and again whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (hear) => {
      const media = matchMedia(query)
      media.addEventListener('change', hear)
      return () => media.removeEventListener('change', hear)
    },
    () => matchMedia(query).matches,
  )
}
