import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { isPlainClick } from '../ui/plain-click.ts'

/** Links within drawings are markup, so the browser would load the page again. This calls the router instead. */
export function useDrawnLinks(root: RefObject<HTMLElement | null>): void {
  const router = useRouter()
  useEffect(() => {
    const page = root.current
    if (!page) return
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('.chart a[href^="/"]')
      if (!link || event.defaultPrevented || !isPlainClick(event)) return
      event.preventDefault()
      router.history.push(link.getAttribute('href') ?? '/')
    }
    page.addEventListener('click', follow)
    return () => page.removeEventListener('click', follow)
  }, [root, router])
}
