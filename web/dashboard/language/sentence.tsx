import { createElement, Fragment, type ReactNode } from 'react'
import { formatNumber } from './formats.ts'

type SentenceProps = {
  text: string
  slots?: Readonly<Record<string, ReactNode>>
  marks?: Readonly<Record<string, (words: ReactNode) => ReactNode>>
}

/**
 * A text with elements in it: `{name}` becomes `slots.name`, and `<link>words</link>` becomes what `marks.link` makes of
 * these words. So each language puts them where its grammar wants them. Marks can't contain each other, but slots.
 * `hidden`, for words that only screen readers need, `strong`, `b`, `code` and `bdi` are always there.
 */
export function Sentence({ text, slots = {}, marks = {} }: SentenceProps) {
  const parts = [...text.matchAll(pieces)].map((piece) => part(piece, slots, marks))
  // As arguments, because the parts of a constant text need no keys.
  return createElement(Fragment, null, ...parts)
}

/** A marked part, a slot with a full stop after it, or text up to the next of them. */
const pieces = /<(\w+)>([^<]*)<\/\1>|\{(\w+)\}(\.?)|[^<{]+|[<{]/g

function part(
  [whole, mark, inner = '', slot, stop = '']: RegExpMatchArray,
  slots: NonNullable<SentenceProps['slots']>,
  marks: NonNullable<SentenceProps['marks']>,
): ReactNode {
  if (mark !== undefined) {
    const words = <Sentence text={inner} slots={slots} />
    return (marks[mark] ?? usualMarks[mark])?.(words) ?? words
  }
  if (slot === undefined) return whole
  const value = slots[slot]
  if (value === undefined || value === null) return whole
  if (typeof value === 'number') return formatNumber(value) + stop
  if (typeof value === 'string') return value.endsWith('.') ? value : value + stop
  return stop === '' ? value : createElement(Fragment, null, value, stop)
}

const usualMarks: NonNullable<SentenceProps['marks']> = {
  hidden: (words) => <span className="out-of-sight">{words}</span>,
  strong: (words) => <strong>{words}</strong>,
  b: (words) => <b>{words}</b>,
  code: (words) => <code>{words}</code>,
  bdi: (words) => <bdi>{words}</bdi>,
}
