import type { LeadingLetter } from '../../../content/debrief.ts'
import type { Letter } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import { isUnfit, needsNoAdvice } from '../findings/advice.ts'
import { deniedBy, isAnyMentioned, styleDenials } from '../findings/claims.ts'
import { isLowestLeftOut } from '../findings/contradictions.ts'
import { hasSameFirstLetter, isInStyle } from '../findings/disc-letters.ts'
import type { Finding } from '../findings/finding.ts'
import { situationOfStyle } from '../findings/situations.ts'
import { type Piece, type PieceContext, statement, toPiece, weightOf, wording } from './piece.ts'
import { isLetterSaidWithValue } from './values.ts'

/** The style is a headline, starts the pressure section, gives tips, and decides on the sentences about other styles. */
export function stylePieces(
  finding: Finding,
  style: string,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const texts = context.texts.styles[style]
  if (!texts) throw new Error(`no texts for the style ${style}`)
  const { evidence, isTrueOf, salience: weight, sure } = finding
  const { headlines, joined } = context.plan
  const pressureDenials = styleDenials(style, 'pressure')
  const isPressureSaid = !isAnyMentioned(all, pressureDenials)
  // Advice on a style that nothing in the text speaks of would come from nowhere.
  const isStyleSaid =
    isPressureSaid ||
    isLetterSaidWithValue(context, all) ||
    [...headlines, ...joined].some(({ evidence: ids }) => ids.includes('disc.style'))
  const common = { evidence, weight, rank: 0, group: 'frame', must: true } as const
  // What follows from a style applies, at least partly, to everyone with the same first letter.
  const shared = { ...common, isTrueOf: (other: Facts) => hasSameFirstLetter(other, style) }
  const { highTraits } = context
  // Half of the people of a style get the other text.
  const isPlanner = highTraits.has('organization')
  const isTalker = highTraits.has('communication')
  const letter = (style === 'even' ? style : style.charAt(0)) as LeadingLetter
  const headline = toPiece({
    ...common,
    isTrueOf,
    section: 'overview',
    rank: headlines.indexOf(finding),
    group: 'headline',
    text: wording(finding, highTraits.has('understanding') ? texts.overview : texts.overviewToo),
    denies: styleDenials(style, 'overview'),
    sure,
  })
  return [
    ...(headlines.includes(finding) ? [headline] : []),
    ...(!isPressureSaid
      ? []
      : [
          toPiece({
            ...shared,
            section: 'pressure',
            text: texts.pressure,
            denies: pressureDenials,
            isHard: true,
            situation: situationOfStyle(style),
          }),
        ]),
    ...(!isStyleSaid || isUnfit(`styles.${style}.do`, all)
      ? []
      : [
          toPiece({ ...shared, ...spare, tip: 'do', group: 'do', text: isPlanner ? texts.doToo : texts.do }),
          toPiece({ ...shared, section: 'together', tip: 'do', text: isPlanner ? texts.do : texts.doToo }),
        ]),
    ...(!isStyleSaid || isUnfit(`styles.${style}.avoid`, all)
      ? []
      : [
          toPiece({
            ...{ ...shared, ...spare, tip: 'avoid', group: 'avoid' },
            text: isTalker ? texts.avoidToo : texts.avoid,
          }),
          toPiece({
            ...{ ...shared, ...fallback, section: 'together', tip: 'avoid' },
            text: isTalker ? texts.avoid : texts.avoidToo,
          }),
        ]),
    ...Object.entries(
      context.texts[highTraits.has('understanding') ? 'withLetters' : 'withLettersToo'][letter],
    )
      // A colleague whose letter is the person's own second one is not different.
      .filter(([other]) => isStyleSaid && !style.includes(other) && !needsNoAdvice(all, letter, other))
      .map(([other, text], at) => {
        const isTrueOfOther = (facts: Facts) => shared.isTrueOf(facts) && !isInStyle(facts, other)
        return toPiece({ ...shared, isTrueOf: isTrueOfOther, section: 'colleagues', rank: at / 10, text })
      }),
    ...(isUnfit(`experiments.${letter}`, all)
      ? []
      : [
          toPiece({
            ...shared,
            section: 'experiment',
            group: 'experiment',
            text: context.texts.experiments[letter],
            weight: 3,
            must: false,
          }),
        ]),
  ]
}

/** For someone of whom little else can be said. */
const spare = { section: 'together', must: false, weight: 0.5 } as const

/** Facets describe obstacles more precisely; the style does if there are none. */
const fallback = { group: 'avoid', must: false, weight: 3 } as const

/** Two of them are about people, and two about work. */
const sectionOfLowest = { D: 'impression', I: 'impression', S: 'best', C: 'best' } as const

/** The lowest letter, in its section or among the headlines, unless a mentioned facet would seem to contradict it. */
export function letterPieces(
  finding: Finding,
  letter: Letter,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const { headlines, joined } = context.plan
  if (isLowestLeftOut(finding, letter, joined, all)) return []
  const isHeadline = headlines.includes(finding)
  const { evidence, isTrueOf, salience } = finding
  return [
    toPiece({
      section: isHeadline ? 'overview' : sectionOfLowest[letter],
      rank: isHeadline ? headlines.indexOf(finding) : 1,
      group: isHeadline ? 'headline' : 'frame',
      ...statement(finding, context.texts.letters[letter].low),
      denies: deniedBy(finding),
      evidence,
      isTrueOf,
      weight: weightOf(finding, salience + 8, context.plan),
    }),
  ]
}
