import type { ReactNode } from 'react'

/** A table that can be wider than a phone. It scrolls sideways, by keyboard too. */
export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by those who have keys alone
    <section className="person-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
