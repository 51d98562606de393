import { track } from '../../../src/charts/track.ts'
import { Drawing } from '../ui/drawing.tsx'
import type { EvidenceNote } from './evidence.ts'

/** The facts behind a paragraph: number, name, result, and position on the axis. */
export function DebriefNotes({ notes, isWide }: { notes: readonly EvidenceNote[]; isWide: boolean }) {
  if (notes.length === 0) return null
  const list = (
    <ol className="debrief-notes" aria-label="What this rests on">
      {notes.map(({ id, number, label, words, reading }) => (
        <li key={id} value={number}>
          <span className="debrief-number">{number}</span>
          <span>{label}</span>
          <span className="debrief-level">{words}</span>
          {reading && <Drawing className="debrief-track" markup={track(reading, { kind: 'note' })} />}
        </li>
      ))}
    </ol>
  )
  if (isWide) return list
  return (
    <details className="debrief-rests">
      <summary>Rests on {notes.length === 1 ? 'one score' : `${notes.length} scores`}</summary>
      {list}
    </details>
  )
}
