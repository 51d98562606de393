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
