import { useId, useState } from 'react'
import type { EvidenceNote, NotedSection } from './evidence.ts'

type Sentence = NotedSection['sentences'][number]

/** A sentence that opens to the scores behind it. */
export function DebriefSentence({
  sentence: { text, notes },
  facts,
}: {
  sentence: Sentence
  facts: readonly EvidenceNote[]
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (notes.length === 0) return `${text} `
  return (
    <>
      {text}
      <sup className="debrief-reference">
        <button
          type="button"
          className="debrief-open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={`${notes.join(', ')}: the scores behind this sentence`}
          onClick={() => setOpen(!isOpen)}
        >
          {notes.join(', ')}
        </button>
      </sup>{' '}
      {isOpen && (
        <span id={id} className="debrief-behind" lang="en">
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
