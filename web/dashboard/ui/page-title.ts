import { useEffect } from 'react'

/** Sets the document title while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Timbre`
  }, [title])
}

/** Moves the focus to the page's heading, before what has the focus is removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus()
}
