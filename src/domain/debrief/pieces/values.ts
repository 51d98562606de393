import type { ValueTexts } from '../../../content/debrief.ts'
import type { Facts } from '../facts.ts'
import type { Finding, FindingSubject, ValueRank } from '../findings/finding.ts'
import { isTopValue } from '../findings/values.ts'
import { chosenBonus, type Piece, type PieceContext, pickVariant, toPiece } from './piece.ts'

/** The top three values and the last one; for the top five also a tip and a question. */
export function valuePieces(
  finding: Finding,
  { value, rank }: Extract<FindingSubject, { kind: 'value' }>,
  context: PieceContext,
): Piece[] {
  const texts = textsOf(value, context)
  const { evidence, isTrueOf, salience: weight } = finding
  const common = { evidence, weight, rank: pieceRanks[rank] }
  const statement = (text: string): Piece[] => [
    toPiece({ ...common, isTrueOf, section: 'drives', group: 'value', text, must: true }),
  ]
  const isLate = rank === 'fourth' || rank === 'fifth'
  const adviceBase = { ...common, isTrueOf: (facts: Facts) => isTopValue(facts, value, isLate ? 5 : 3) }
  const advice: Piece[] = [
    toPiece({
      ...adviceBase,
      section: 'together',
      group: isLate ? 'late' : 'do',
      tip: 'do',
      text: texts.do,
      must: rank === 'first',
    }),
    toPiece({
      ...adviceBase,
      section: 'questions',
      group: isLate ? 'late' : 'ask',
      text: texts.ask,
      weight: rank === 'first' ? weight + chosenBonus : weight,
    }),
  ]
  switch (rank) {
    case 'first':
      return [...statement(pickVariant(finding, texts.first, context)), ...advice]
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

/** Whether a value shows in the person's behavior; follows the value itself. */
export function valueFacetPieces(
  { evidence, isTrueOf, salience: weight, sure }: Finding,
  { kind, value }: Extract<FindingSubject, { kind: 'fit' | 'gap' }>,
  context: PieceContext,
): Piece[] {
  // These texts have no hedged form.
  if (!sure) return []
  const valueRank = evidence[0]?.slice('core.'.length) as ValueRank
  const rank = pieceRanks[valueRank] + 1
  const text = textsOf(value, context)[kind]
  return [toPiece({ section: 'drives', rank, group: 'relation', text, evidence, isTrueOf, weight })]
}

const pieceRanks: Readonly<Record<ValueRank, number>> = {
  first: 0,
  second: 2,
  third: 4,
  fourth: 6,
  fifth: 7,
  least: 8,
}

function textsOf(value: string, { texts }: PieceContext): ValueTexts {
  const valueTexts = texts.values[value]
  if (!valueTexts) throw new Error(`no texts for the value ${value}`)
  return valueTexts
}
