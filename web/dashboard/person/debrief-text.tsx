import { useSyncExternalStore } from 'react'
import type { Debrief, Profile } from '../client/types.ts'
import { languages } from '../words/languages.ts'
import { shortPersonName } from '../words/person-name.ts'
import { sectionsAbout } from './about-person.ts'
import { DebriefNotes } from './debrief-notes.tsx'
import { NotedSentence } from './debrief-sentence.tsx'
import { factsOf, type NotedSection, numberNotes } from './evidence.ts'
import { tipNames } from './tip-names.ts'

/** The text by sections, with notes at the right edge or, on narrow screens, below. */
export function DebriefText({ debrief, profile }: { debrief: Debrief; profile: Profile }) {
  const isWide = useIsWide()
  const sections = sectionsAbout(debrief, shortPersonName(profile)) ?? debrief.sections
  return (
    <div className="debrief-text">
      {numberNotes(sections, factsOf(profile)).map((section) => (
        <section key={section.id} className="debrief-section" aria-labelledby={`debrief-${section.id}`}>
          <h3 className="debrief-name" id={`debrief-${section.id}`} lang={languages[debrief.locale].tag}>
            {section.title}
          </h3>
          <Body section={section} tag={languages[debrief.locale].tag} tips={tipNames[debrief.locale]} />
          <DebriefNotes notes={section.notes} isWide={isWide} />
        </section>
      ))}
    </div>
  )
}

/** Sections of sentences that do not follow from each other. */
const listed: ReadonlySet<string> = new Set(['questions', 'colleagues'])

function Body({
  section,
  tag,
  tips,
}: {
  section: NotedSection
  tag: string
  tips: Record<'do' | 'avoid', string>
}) {
  const plain = section.sentences.filter(({ tip }) => !tip)
  const lists = (['do', 'avoid'] as const)
    .map((kind) => ({ kind, sentences: section.sentences.filter(({ tip }) => tip === kind) }))
    .filter(({ sentences }) => sentences.length > 0)
  return (
    <div className="debrief-body debrief" lang={tag}>
      {plain.length > 0 && listed.has(section.id) && (
        <ul className="debrief-items">
          {plain.map((sentence) => (
            <li key={sentence.text}>
              <NotedSentence sentence={sentence} facts={section.notes} />
            </li>
          ))}
        </ul>
      )}
      {plain.length > 0 && !listed.has(section.id) && (
        <p>
          {plain.map((sentence) => (
            <NotedSentence key={sentence.text} sentence={sentence} facts={section.notes} />
          ))}
        </p>
      )}
      {lists.length > 0 && (
        <div className="debrief-tips">
          {lists.map(({ kind, sentences }) => (
            <div key={kind}>
              <h4>{tips[kind]}</h4>
              <ul>
                {sentences.map((sentence) => (
                  <li key={sentence.text}>
                    <NotedSentence sentence={sentence} facts={section.notes} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether notes fit next to the text; the same width as in the style sheet. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}

const wide = matchMedia('(min-width: 1100px)')
