import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type SectionId, sectionTitles } from './setting.tsx'
import { words } from './words.ts'

/** The sections of this page. */
export function SectionLinks({ ids }: { ids: readonly SectionId[] }) {
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

/** Shows the section that the address names, once it is there, and again when the search leads to another one. */
export function useSectionOfAddress(isThere: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  const id = Object.keys(sectionTitles).find((one) => one === hash) as SectionId | undefined
  useEffect(() => {
    if (isThere && id) showSection(id)
  }, [isThere, id])
}

/** Scrolls to the section. Its heading gets the focus, so that the next Tab goes to its first field. */
function showSection(id: SectionId): void {
  const section = document.getElementById(id)
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}
