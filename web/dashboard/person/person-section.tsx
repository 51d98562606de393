import type { ReactNode } from 'react'

/** A section of a tab: heading and note in the gutter, content next to them. */
export function PersonSection({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: string
  children: ReactNode
}) {
  return (
    <section className="person-gutter" aria-labelledby={`part-${id}`}>
      <div>
        <h2 className="statement" id={`part-${id}`}>
          {title}
        </h2>
        {note && <p className="note">{note}</p>}
      </div>
      <div className="person-content">{children}</div>
    </section>
  )
}

/** A section that few readers need: its heading opens it. */
export function FoldedSection({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note: string
  children: ReactNode
}) {
  return (
    <section className="person-gutter person-folded" aria-labelledby={`part-${id}`}>
      <details>
        <summary>
          <h2 className="statement" id={`part-${id}`}>
            {title}
          </h2>
          <span className="note">{note}</span>
        </summary>
        <div className="person-content">{children}</div>
      </details>
    </section>
  )
}
