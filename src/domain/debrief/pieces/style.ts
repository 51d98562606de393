import type { LeadingLetter } from '../../../content/debrief.ts'
import type { Letter, Trait } from '../../../scoring/results.ts'
import type { Facts } from '../facts.ts'
import { isUnfit, needsNoAdvice } from '../findings/advice.ts'
import { deniedBy, isAnyMentioned, styleDenials } from '../findings/claims.ts'
import { isLowestLeftOut } from '../findings/contradictions.ts'
import { hasSameFirstLetter, isInStyle } from '../findings/disc-letters.ts'
import type { Finding } from '../findings/finding.ts'
import { pointOf } from '../findings/points.ts'
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
  const isFit = (place: string) => !isUnfit(`styles.${style}.${place}`, all)
  const dos = isStyleSaid && isFit('do') ? dosFor(isPlanner).filter(isFit) : []
  const avoids = isStyleSaid && isFit('avoid') ? avoidsFor(isTalker).filter(isFit) : []
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
            point: pointOf(`styles.${style}.pressure`),
          }),
        ]),
    ...dos.map((place, at) =>
      toPiece({
        ...shared,
        ...(at === 0 ? usual : spareTip),
        tip: 'do',
        group: at === 0 ? 'frame' : 'do',
        text: texts[place],
        point: pointOf(`styles.${style}.${place}`),
      }),
    ),
    ...avoids.map((place, at) =>
      toPiece({
        ...shared,
        ...(at === 0 ? fallback : spareTip),
        tip: 'avoid',
        group: 'avoid',
        text: texts[place],
        point: pointOf(`styles.${style}.${place}`),
      }),
    ),
    ...(['D', 'I', 'S', 'C'] as const)
      .flatMap((other) => {
        const list = highTraits.has(traitForColleague[other]) ? 'withLetters' : 'withLettersToo'
        const text = context.texts[list][letter][other]
        return text ? [[other, text] as const] : []
      })
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

/** Which trait chooses between two texts on a colleague: none that most people of a letter share. */
const traitForColleague: Readonly<Record<Letter, Trait>> = {
  D: 'flexibility',
  I: 'organization',
  S: 'stability',
  C: 'flexibility',
}

/** Of two texts, the one for about half of the people comes first. */
function dosFor(isPlanner: boolean) {
  return isPlanner ? (['do', 'doToo'] as const) : (['doToo', 'do'] as const)
}

function avoidsFor(isTalker: boolean) {
  return isTalker ? (['avoid', 'avoidToo'] as const) : (['avoidToo', 'avoid'] as const)
}

const usual = { section: 'together' } as const

/** For someone of whom little else can be said. */
const spareTip = { section: 'together', must: false, weight: 0.5 } as const

/** Facets describe obstacles more precisely; the style does if there are none. */
const fallback = { section: 'together', must: false, weight: 3 } as const

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
      point: pointOf(`letters.${letter}.low`),
      evidence,
      isTrueOf,
      weight: weightOf(finding, salience + 8, context.plan),
    }),
  ]
}
