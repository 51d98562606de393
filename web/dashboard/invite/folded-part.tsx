import { type ReactNode, useId } from 'react'

/** A part of the page that few need: folded, with what it is set to. Its content is there once it is open. */
export function FoldedPart({
  title,
  summary,
  isOpen,
  onOpen,
  children,
}: {
  title: string
  summary: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="invite-folded" aria-labelledby={id}>
      <details open={isOpen} onToggle={({ currentTarget }) => onOpen(currentTarget.open)}>
        <summary className="invite-folded-head">
          <h2 id={id} className="invite-folded-title">
            {title}
          </h2>
          {!isOpen && <span className="invite-folded-text">{summary}</span>}
        </summary>
        {isOpen && <div className="invite-folded-content">{children}</div>}
      </details>
    </section>
  )
}
