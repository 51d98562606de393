import { useLayoutEffect } from 'react'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { words } from './words.ts'

/** The page while it loads, with the layout of the loaded page. */
export function PersonSkeleton() {
  usePageTitle(words.loading.title)
  // If the focus was on this heading, it moves to the heading of the loaded page.
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.tagName !== 'H1') return
      queueMicrotask(() => document.querySelector<HTMLElement>('main h1')?.focus())
    },
    [],
  )
  return (
    <div className="person-page" aria-busy="true">
      <BackLink />
      <header className="person-head">
        <h1 className="person" tabIndex={-1}>
          <span className="out-of-sight">{words.loading.text}</span>
          <Skeleton width="min(340px, 80%)" height={40} />
        </h1>
        <div className="person-actions">
          <Skeleton width={76} height={44} />
          <Skeleton width={72} height={44} />
          <Skeleton width={44} height={44} />
        </div>
        <p className="person-facts">
          <Skeleton width="min(560px, 100%)" height={14} />
        </p>
      </header>
      <div className="person-bars">
        <Skeleton width="min(460px, 100%)" height={24} />
      </div>
      <Skeleton width="100%" height={340} />
    </div>
  )
}
