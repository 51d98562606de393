import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Shows the part that the address names, once it is there, and again whenever a link leads to it. The router only
 * scrolls: without the focus, the next Tab goes on from the link.
 */
export function usePartOfAddress(isThere = true): void {
  const router = useRouter()
  const show = () => {
    const { hash } = router.state.location
    if (isThere && hash) showPart(hash)
  }
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  // The same address again changes no state of this page.
  useEffect(() => router.subscribe('onRendered', () => latest.current()), [router])
  const { hash } = router.state.location
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is there first, not each time that it is drawn
  useEffect(() => latest.current(), [isThere, hash])
}

/** Scrolls to a part of the page. Its heading, or itself, gets the focus, so that the next Tab goes to its first field. */
export function showPart(id: string): void {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  const focused = part?.matches('[tabindex]') ? part : part?.querySelector<HTMLElement>('h2[tabindex]')
  focused?.focus({ preventScroll: true })
}
