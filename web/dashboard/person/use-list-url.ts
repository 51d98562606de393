import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

const place = 'timbre.people'

/**
 * The address of the list that led here, with its filters. The list is what was shown before this page came up; it is
 * kept for the tab, so that a reload and the way from one person to the next lose nothing.
 */
export function useListUrl(): string {
  const router = useRouter()
  const [href] = useState(() => {
    const from = router.state.resolvedLocation
    if (from?.pathname === '/people') sessionStorage.setItem(place, from.href)
    return sessionStorage.getItem(place) ?? '/people'
  })
  return href
}
