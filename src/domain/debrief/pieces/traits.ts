import { fillSlots } from '../../../content/fill-slots.ts'
import { scalesIn } from '../../../content/texts.ts'
import { contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { type Piece, type PieceContext, sectionOfTrait, variant } from './piece.ts'

/**
 * A trait as a whole, in its section; the one that stands out most in the overview. A trait is not called high
 * while one of its facets is told as low, nor the other way round: then its facets speak for it.
 */
export function traitPieces(
  finding: Finding,
  { trait, side }: Extract<FindingSubject, { kind: 'trait' }>,
  voice: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const opposite = { high: 'low', low: 'high', middle: '' }[side]
  const isMixed = all.some(
    ({ subject }) => subject.kind === 'facet' && subject.trait === trait && subject.side === opposite,
  )
  const isExplained = all.some(({ subject }) => subject.kind === 'contradiction')
  if (isMixed || (contradictsStyle(finding, all) && !isExplained)) return []
  const traits = all.filter(({ subject }) => subject.kind === 'trait')
  const isFlat = all.some(({ subject }) => subject.kind === 'flat')
  const isLeading = traits[0] === finding && (side !== 'middle' || isFlat)
  const section = isLeading ? 'overview' : sectionOfTrait[trait]
  const { evidence, holds, salience, sure } = finding
  return [
    {
      section,
      // At their best people do what they do much of, so that stands before what they do little of.
      rank: section === 'best' && side === 'low' ? 4 : 2,
      group: 'trait',
      about: trait,
      text: variant(finding, voice.texts.traits[trait][side], voice),
      sure,
      evidence,
      holds,
      weight: isLeading ? salience + 10 : salience,
    },
  ]
}

/** Two facets of a trait that stand far apart, by the names that the results page gives them. */
export function spreadPieces(
  finding: Finding,
  { trait, high, low }: Extract<FindingSubject, { kind: 'spread' }>,
  voice: PieceContext,
): Piece[] {
  const { evidence, holds, salience, sure } = finding
  const { texts, locale, plan } = voice
  if (plan.leading?.facets.some((facet) => facet === high || facet === low)) return []
  const { facets } = scalesIn(locale)
  const slots = { high: facets[high]?.name ?? high, low: facets[low]?.name ?? low }
  return [
    {
      section: 'overview',
      rank: 4,
      group: 'spread',
      about: trait,
      text: fillSlots(variant(finding, texts.spread[trait], voice), slots),
      sure,
      evidence,
      holds,
      weight: salience,
    },
  ]
}
