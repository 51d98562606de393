import { deniedBy, isShortcoming, mentionThreshold } from '../findings/claims.ts'
import { contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { pointOf } from '../findings/points.ts'
import { sectionOfTrait } from '../findings/sections.ts'
import { type Piece, type PieceContext, statement, toPiece, weightOf } from './piece.ts'

/**
 * A trait as a whole, in its section or among the headlines. A trait is not called high if one of its facets is low, or
 * the reverse; its facets are mentioned instead.
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
  const section = sectionOfTrait[trait]
  const { headlines, joined } = context.plan
  const isHeadline = headlines.includes(finding)
  const { evidence, isTrueOf, salience } = finding
  // Its facets say what the trait would say again.
  const isRepetition =
    side !== 'middle' &&
    (joined.some(({ traits }) => traits.includes(trait)) ||
      all.some(
        (other) =>
          other.subject.kind === 'facet' &&
          other.subject.trait === trait &&
          other.salience >= mentionThreshold,
      ))
  return [
    toPiece({
      section: isHeadline ? 'overview' : section,
      // The section on work is first about what people do much of, then about what they do little of.
      rank: isHeadline ? headlines.indexOf(finding) : section === 'best' && side === 'low' ? 4 : 2,
      group: isHeadline ? 'headline' : 'trait',
      about: trait,
      ...statement(finding, context.texts.traits[trait][side]),
      denies: deniedBy(finding),
      point: pointOf(`traits.${trait}.${side}`),
      isHard: isShortcoming(finding),
      evidence,
      isTrueOf,
      weight: isRepetition ? 0 : weightOf(finding, salience, context.plan),
      // Like most people: that says next to nothing.
      isLast: side === 'middle',
      must: isHeadline,
    }),
  ]
}
