import { track } from '../../../src/charts/track.ts'
import { count } from '../language/fill.ts'
import { Drawing } from '../ui/drawing.tsx'
import type { EvidenceNote } from './evidence.ts'
import { words } from './words.ts'

/** The facts behind a paragraph: number, name, result, and position on the axis. */
export function DebriefNotes({ notes, isWide }: { notes: readonly EvidenceNote[]; isWide: boolean }) {
  if (notes.length === 0) return null
  const list = (
    <ol className="debrief-notes" aria-label={words.debrief.basis}>
      {notes.map(({ id, number, label, words: result, reading }) => (
        <li key={id} value={number}>
          <span className="debrief-number">{number}</span>
          <span>{label}</span>
          <span className="debrief-level">{result}</span>
          {reading && <Drawing className="debrief-track" markup={track(reading, { kind: 'note' })} />}
        </li>
      ))}
    </ol>
  )
  if (isWide) return list
  return (
    <details className="debrief-rests">
      <summary>{count(words.debrief.restsOn, notes.length)}</summary>
      {list}
    </details>
  )
}
