import type { ValueTexts } from '../../../content/debrief.ts'
import type { Facts } from '../facts.ts'
import type { Finding, FindingSubject, ValueRank } from '../findings/finding.ts'
import { isTopValue } from '../findings/values.ts'
import { chosenBonus, type Piece, type PieceContext, pickVariant } from './piece.ts'

/** The first three values and the last; of the first five also what gives them room, and a question. */
export function valuePieces(
  finding: Finding,
  { value, place }: Extract<FindingSubject, { kind: 'value' }>,
  voice: PieceContext,
): Piece[] {
  const texts = textsOf(value, voice)
  const { evidence, holds, salience: weight } = finding
  const common = { evidence, weight, rank: ranks[place] }
  const statement = (text: string): Piece[] => [
    { ...common, holds, section: 'drives', group: 'value', text, must: true },
  ]
  const isLate = place === 'fourth' || place === 'fifth'
  const near = { ...common, holds: (facts: Facts) => isTopValue(facts, value, isLate ? 5 : 3) }
  const advice: Piece[] = [
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
      return [...statement(pickVariant(finding, texts.first, voice)), ...advice]
    case 'second':
      return [...statement(texts.second), ...advice]
    case 'third':
      return [...statement(texts.third), ...advice]
    case 'least':
      return statement(texts.last)
    default:
      return advice
  }
}

/** Whether a value shows in what the person does, right behind the value itself. */
export function valueFacetPieces(
  { evidence, holds, salience: weight, sure }: Finding,
  { kind, value }: Extract<FindingSubject, { kind: 'fit' | 'gap' }>,
  voice: PieceContext,
): Piece[] {
  // These texts have no hedged form.
  if (!sure) return []
  const place = evidence[0]?.slice('core.'.length) as ValueRank
  const rank = ranks[place] + 1
  const text = textsOf(value, voice)[kind]
  return [{ section: 'drives', rank, group: 'relation', text, evidence, holds, weight }]
}

const ranks: Readonly<Record<ValueRank, number>> = {
  first: 0,
  second: 2,
  third: 4,
  fourth: 6,
  fifth: 7,
  least: 8,
}

function textsOf(value: string, { texts }: PieceContext): ValueTexts {
  const found = texts.values[value]
  if (!found) throw new Error(`no texts for the value ${value}`)
  return found
}
