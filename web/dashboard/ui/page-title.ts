import { useEffect } from 'react'

/** The title of the document while this page shows; a new page also takes the focus to its heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Timbre`
  }, [title])
}
