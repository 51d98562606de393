import type { ValueTexts } from '../../../content/debrief.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Place, Subject } from '../findings/finding.ts'
import { isTop } from '../findings/values.ts'
import { chosenBonus, type Piece, pick, type Voice } from './piece.ts'

/** The first three values and the last; of the first five also what gives them room, and a question. */
export function valuePieces(
  finding: Finding,
  { value, place }: Extract<Subject, { kind: 'value' }>,
  voice: Voice,
): Piece[] {
  const texts = textsOf(value, voice)
  const { evidence, holds, salience: weight } = finding
  const common = { evidence, weight, rank: ranks[place] }
  const told = (text: string): Piece[] => [
    { ...common, holds, section: 'drives', group: 'value', text, must: true },
  ]
  const isLate = place === 'fourth' || place === 'fifth'
  const near = { ...common, holds: (facts: Facts) => isTop(facts, value, isLate ? 5 : 3) }
  const room: Piece[] = [
    {
      ...near,
      section: 'together',
      group: isLate ? 'late' : 'do',
      tip: 'do',
      text: texts.do,
      must: place === 'first',
    },
    {
      ...near,
      section: 'questions',
      group: isLate ? 'late' : 'ask',
      text: texts.ask,
      weight: place === 'first' ? weight + chosenBonus : weight,
    },
  ]
  switch (place) {
    case 'first':
      return [...told(pick(finding, texts.first, voice)), ...room]
    case 'second':
      return [...told(texts.second), ...room]
    case 'third':
      return [...told(texts.third), ...room]
    case 'least':
      return told(texts.last)
    default:
      return room
  }
}

/** Whether a value shows in what the person does, right behind the value itself. */
export function shownPieces(
  { evidence, holds, salience: weight, sure }: Finding,
  { kind, value }: Extract<Subject, { kind: 'fit' | 'gap' }>,
  voice: Voice,
): Piece[] {
  // These texts have no hedged form.
  if (!sure) return []
  const place = evidence[0]?.slice('core.'.length) as Place
  const rank = ranks[place] + 1
  const text = textsOf(value, voice)[kind]
  return [{ section: 'drives', rank, group: 'relation', text, evidence, holds, weight }]
}

const ranks: Readonly<Record<Place, number>> = {
  first: 0,
  second: 2,
  third: 4,
  fourth: 6,
  fifth: 7,
  least: 8,
}

function textsOf(value: string, { texts }: Voice): ValueTexts {
  const found = texts.values[value]
  if (!found) throw new Error(`no texts for the value ${value}`)
  return found
}
