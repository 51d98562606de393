import { useSyncExternalStore } from 'react'

/** Whether a media query matches, such as `(min-width: 1100px)`. Updates when it changes. */
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
