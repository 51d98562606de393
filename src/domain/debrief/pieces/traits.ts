import { fillSlots } from '../../../content/fill-slots.ts'
import { scalesIn } from '../../../content/texts.ts'
import { contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { type Piece, type PieceContext, sectionOfTrait, toPiece, variant } from './piece.ts'

/**
 * A trait as a whole, in its section; the most extreme one in the overview. A trait is not called high if one of its
 * facets is low, or the reverse; its facets are mentioned instead.
 */
export function traitPieces(
  finding: Finding,
  { trait, side }: Extract<FindingSubject, { kind: 'trait' }>,
  context: PieceContext,
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
  const { evidence, isTrueOf, salience, sure } = finding
  return [
    toPiece({
      section,
      // "At your best" is first about what people do much of, then about what they do little of.
      rank: section === 'best' && side === 'low' ? 4 : 2,
      group: 'trait',
      about: trait,
      text: variant(finding, context.texts.traits[trait][side], context),
      sure,
      evidence,
      isTrueOf,
      weight: isLeading ? salience + 10 : salience,
    }),
  ]
}

/** Two facets of a trait that are far apart, with their names as on the results page. */
export function spreadPieces(
  finding: Finding,
  { trait, high, low }: Extract<FindingSubject, { kind: 'spread' }>,
  context: PieceContext,
): Piece[] {
  const { evidence, isTrueOf, salience, sure } = finding
  const { texts, locale, plan } = context
  if (plan.leading?.facets.some((facet) => facet === high || facet === low)) return []
  const { facets } = scalesIn(locale)
  const slots = { high: facets[high]?.name ?? high, low: facets[low]?.name ?? low }
  return [
    toPiece({
      section: 'overview',
      rank: 4,
      group: 'spread',
      about: trait,
      text: fillSlots(variant(finding, texts.spread[trait], context), slots),
      sure,
      evidence,
      isTrueOf,
      weight: salience,
    }),
  ]
}
