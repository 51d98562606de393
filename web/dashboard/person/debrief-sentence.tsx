import { useId, useState } from 'react'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { languageTag } from '../language/language.ts'
import type { EvidenceNote, NotedSection } from './evidence.ts'
import { words } from './words.ts'

type Sentence = NotedSection['sentences'][number]

/** A sentence that opens to the scores behind it. */
export function NotedSentence({
  sentence: { text, notes },
  facts,
}: {
  sentence: Sentence
  facts: readonly EvidenceNote[]
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (notes.length === 0) return `${text} `
  const numbers = formatList(notes.map(String))
  return (
    <>
      {text}
      <sup className="debrief-reference">
        <button
          type="button"
          className="debrief-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          lang={languageTag}
          aria-label={fill(words.debrief.behind, { notes: numbers })}
          onClick={() => setOpen(!isOpen)}
        >
          {numbers}
        </button>
      </sup>{' '}
      {isOpen && (
        <span id={id} className="debrief-behind" lang={languageTag}>
          {facts
            .filter(({ number }) => notes.includes(number))
            .map((fact) => (
              <span key={fact.id}>
                {fact.label} <span className="debrief-level">{fact.words}</span>
              </span>
            ))}
        </span>
      )}
    </>
  )
}
