import { useEffect } from 'react'
import { type SectionId, sectionTitles } from './setting.tsx'
import { words } from './words.ts'

/** The sections of this page. */
export function SectionLinks({ ids }: { ids: readonly SectionId[] }) {
  useEffect(showNamedSection, [])
  return (
    <nav aria-label={words.index}>
      <ul className="section-links">
        {ids.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                showSection(id)
              }}
            >
              {sectionTitles[id]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to the section. Its heading gets the focus, so that the next Tab goes to its first field. */
function showSection(id: SectionId): void {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}

/** Scrolls to the section that the address names, as the page of members does with that of the coaches. */
function showNamedSection(): void {
  const id = location.hash.slice(1)
  if (id in sectionTitles) document.getElementById(id)?.scrollIntoView()
}
