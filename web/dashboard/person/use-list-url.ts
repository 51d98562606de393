import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

const storageKey = 'timbre.people'

/**
 * The address of the list that led here, with its filters: the list shown before this page. Stored for the tab, so it
 * survives a reload and navigation from one person to the next.
 */
export function useListUrl(): string {
  const router = useRouter()
  const [href] = useState(() => {
    const from = router.state.resolvedLocation
    if (from?.pathname === '/people') sessionStorage.setItem(storageKey, from.href)
    return sessionStorage.getItem(storageKey) ?? '/people'
  })
  return href
}
