import type { ComponentChildren } from 'preact'
import type { Speaker } from './messages.ts'

/** One kind of access with its number, closed until it is wanted: the numbers are the overview. Without any, only that is said. */
export function AccessGroup({
  id,
  heading,
  count,
  isOpen = false,
  speak,
  children,
}: {
  id: string
  heading: string
  count: number
  isOpen?: boolean
  speak: Speaker
  children: ComponentChildren
}) {
  const title = (
    <h2 id={id} class="section">
      {heading} <span class="muted">({count})</span>
    </h2>
  )
  return (
    <section class="members-section access-group" aria-labelledby={id}>
      {count === 0 ? (
        <>
          {title}
          <p class="muted">{speak.say('access.none')}</p>
        </>
      ) : (
        <details open={isOpen}>
          <summary>{title}</summary>
          {children}
        </details>
      )}
    </section>
  )
}
