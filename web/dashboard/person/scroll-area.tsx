import type { ReactNode } from 'react'

/** A table that may be wider than a phone: it moves sideways by itself, with keys as well. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by those who have keys alone
    <section className="person-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
