import { showPart } from '../ui/part-of-address.ts'
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
                showPart(id)
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
