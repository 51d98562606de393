import type { ValueTexts } from '../../../content/debrief.ts'
import type { Finding, Place, Subject } from '../findings/finding.ts'
import { isTop } from '../findings/values.ts'
import { type Piece, pick, type Voice } from './piece.ts'

/** The first three values and the last; of the first three also what gives them room, and a question. */
export function valuePieces(
  finding: Finding,
  { value, place }: Extract<Subject, { kind: 'value' }>,
  voice: Voice,
): Piece[] {
  const texts = textsOf(value, voice)
  const { evidence, holds, salience: weight } = finding
  const said = {
    first: () => pick(finding, texts.first, voice),
    second: () => texts.second,
    third: () => texts.third,
    least: () => texts.last,
  }[place]()
  const rank = ranks[place]
  const told: Piece = {
    section: 'drives',
    rank,
    group: 'value',
    text: said,
    evidence,
    holds,
    weight,
    must: true,
  }
  if (place === 'least') return [told]
  const common = { evidence, holds: (facts: Parameters<typeof holds>[0]) => isTop(facts, value) }
  return [
    told,
    {
      ...common,
      section: 'together',
      rank: 2,
      group: 'tip',
      tip: 'do',
      text: texts.do,
      weight,
      must: place === 'first',
    },
    { ...common, section: 'questions', rank: 2, group: 'ask', text: texts.ask, weight },
  ]
}

/** Whether a value shows in what the person does, right behind the value itself. */
export function shownPieces(
  { evidence, holds, salience: weight }: Finding,
  { kind, value }: Extract<Subject, { kind: 'fit' | 'gap' }>,
  voice: Voice,
): Piece[] {
  const place = evidence[0]?.slice('core.'.length) as Place
  const rank = ranks[place] + 1
  const text = textsOf(value, voice)[kind]
  return [{ section: 'drives', rank, group: 'relation', text, evidence, holds, weight }]
}

const ranks: Readonly<Record<Place, number>> = { first: 0, second: 2, third: 4, least: 6 }

function textsOf(value: string, { texts }: Voice): ValueTexts {
  const found = texts.values[value]
  if (!found) throw new Error(`no texts for the value ${value}`)
  return found
}
