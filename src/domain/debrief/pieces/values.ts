import type { DebriefTexts, ValueTexts } from '../../../content/debrief.ts'
import type { Hedged } from '../../../content/debrief-markup.ts'
import { fillSlots } from '../../../content/fill-slots.ts'
import { itemsIn } from '../../../content/texts.ts'
import type { Locale } from '../../../contract/locale.ts'
import type { Facts } from '../facts.ts'
import { isUnfit } from '../findings/advice.ts'
import { clash, isLetterWithValueDenied, sidesOf } from '../findings/claims.ts'
import { isAgainstStyle } from '../findings/denied-style.ts'
import type { Finding, FindingSubject, ValueRank } from '../findings/finding.ts'
import { isRelation, isValueWithFacet } from '../findings/kinds.ts'
import { pointOf } from '../findings/points.ts'
import { denialsOfLetterWithValue, denialsOfSentence, denialsOfValue } from '../findings/sentence-denials.ts'
import { isTopValue } from '../findings/values.ts'
import type { DebriefPlan } from '../plan.ts'
import { chosenBonus, type Piece, type PieceContext, statement, toPiece, wording } from './piece.ts'

/** What two of the first three values have to do with each other is a headline; the experiment may be about the first. */
export function topValuesPieces(
  finding: Finding,
  values: readonly string[],
  { texts, locale, plan }: PieceContext,
): Piece[] {
  const { evidence, salience: weight, sure } = finding
  const [firstValue = ''] = values
  const isTrueOfFirst = (facts: Facts) => isFirst(facts, firstValue)
  const pair = joinedPair(finding, plan)
  const [one = '', other = ''] = pair.map((at) => values[at])
  return [
    toPiece({
      section: 'overview',
      rank: plan.headlines.indexOf(finding),
      group: 'headline',
      text: wording(finding, pairTextsOf([one, other], texts)),
      evidence: pair.flatMap((at) => evidence[at] ?? []),
      isTrueOf: (facts) => isTopValue(facts, one) && isTopValue(facts, other),
      weight,
      must: true,
      sure,
    }),
    toPiece({
      section: 'experiment',
      rank: 0,
      group: 'experiment',
      text: fillSlots(texts.experiments.value, { value: labelOf(firstValue, locale) }),
      evidence: evidence.slice(0, 1),
      isTrueOf: isTrueOfFirst,
      weight: 2,
    }),
  ]
}

/**
 * The places of two of the three that the text does not join elsewhere; not the first if the headline on the style has it. People
 * with the same values have different styles, so they read different pairs.
 */
function joinedPair(finding: Finding, { joined, headlines }: DebriefPlan): readonly [number, number] {
  const isFirstSaid = headlines.some(({ subject }) => subject.kind === 'letterWithValue')
  const inTurn = isFirstSaid ? [...pairsOfThree].reverse() : pairsOfThree
  const isSaid = (pair: readonly number[]) =>
    joined.some(({ evidence }) => pair.every((at) => evidence.includes(finding.evidence[at] ?? '')))
  return inTurn.find((pair) => !isSaid(pair)) ?? pairsOfThree[0]
}

const pairsOfThree = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const

function pairTextsOf([one, other]: readonly [string, string], { valuesPair }: DebriefTexts): Hedged {
  const own = valuesPair[one]?.[other] ?? valuesPair[other]?.[one]
  if (!own) throw new Error(`no text on the values ${one} and ${other}`)
  return own
}

function isFirst({ core }: Facts, value: string | undefined): boolean {
  return core !== undefined && core.ranked[0] === value
}

/** What the first three values mean to the person, with a tip and a question. */
export function valuePieces(
  finding: Finding,
  { value, rank }: Extract<FindingSubject, { kind: 'value' }>,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const texts = textsOf(value, context)
  const { evidence, salience: weight } = finding
  const { highTraits } = context
  const tip = highTraits.has('flexibility') ? 'do' : 'doToo'
  const want = highTraits.has('communication') ? 'want' : 'wantToo'
  const common = { evidence, weight, rank: pieceRanks[rank] }
  // No text speaks of the fourth and the fifth.
  if (rank === 'fourth' || rank === 'fifth') return []
  const isAmongFirst = (facts: Facts) => isTopValue(facts, value)
  // A value together with its facet says what the person wants, and more.
  const isJoined =
    isConnected(finding, context) ||
    all.some(
      (other) =>
        (other.subject.kind === 'fit' || other.subject.kind === 'gap') &&
        other.subject.value === value &&
        isValueFacetSaid(other, context, all),
    )
  // The first is said with the leading letter, and then not a second time.
  const isSaidWithLetter =
    rank === 'first' &&
    all.some(
      ({ subject }) =>
        subject.kind === 'letterWithValue' && !isLetterWithValueDenied(all, subject.letter, value),
    )
  return [
    ...(isJoined
      ? []
      : [
          toPiece({
            ...common,
            isTrueOf: isAmongFirst,
            section: 'drives',
            group: 'value',
            ...statement(finding, texts[want]),
            denies: [...denialsOfValue(value), ...denialsOfSentence(`values.${value}.${want}`)],
            ...(isSaidWithLetter ? { weight: 0 } : {}),
            // Three are named above; the uncertain ones are told only if little else is said.
            must: !isSaidWithLetter && (rank === 'first' || finding.sure),
          }),
        ]),
    ...(isUnfit(`values.${value}.${tip}`, all)
      ? []
      : [
          toPiece({
            ...common,
            isTrueOf: isAmongFirst,
            section: 'together',
            group: 'do',
            tip: 'do',
            text: texts[tip],
            point: pointOf(`values.${value}.${tip}`),
            must: rank === 'first',
          }),
        ]),
    toPiece({
      ...common,
      isTrueOf: isAmongFirst,
      section: 'questions',
      group: 'ask',
      text: texts.ask,
      weight: rank === 'first' ? weight + chosenBonus : weight,
    }),
  ]
}

const fillerWeight = 1

/** Whether a value shows in the person's behavior, in place of the value alone. */
export function valueFacetPieces(
  finding: Finding,
  { kind, value }: Extract<FindingSubject, { kind: 'fit' | 'gap' }>,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const { evidence, isTrueOf, salience: weight } = finding
  if (!isValueFacetSaid(finding, context, all)) return []
  const rank = pieceRanks[evidence[0]?.slice('core.'.length) as ValueRank]
  const text = textsOf(value, context)[kind]
  return [
    toPiece({
      section: 'drives',
      rank,
      group: 'relation',
      text,
      says: sidesOf(finding),
      evidence,
      isTrueOf,
      weight,
      must: true,
    }),
  ]
}

/** These texts have no hedged form, and repeat a facet that a relation or a headline speaks of. */
function isValueFacetSaid(finding: Finding, context: PieceContext, all: readonly Finding[]): boolean {
  const { joined, headlines } = context.plan
  const speaksOfFacet = (other: Finding) =>
    (isRelation(other) || headlines.includes(other)) &&
    (other.facets.includes(finding.facets[0] ?? '') || clash(other, finding))
  return (
    finding.sure &&
    !context.plan.apart.includes(finding) &&
    !isAgainstStyle(finding, all) &&
    !isConnected(finding, context) &&
    ![...joined, ...headlines].some(speaksOfFacet)
  )
}

/** Whether a relation says what the value means together with something else. */
function isConnected({ evidence }: Finding, { plan }: PieceContext): boolean {
  const [rank = ''] = evidence
  return plan.joined.some((other) => isRelation(other) && other.evidence.includes(rank))
}

/** Whether the values say the leading letter, because it is told with the first of them. */
export function isLetterSaidWithValue(context: PieceContext, all: readonly Finding[]): boolean {
  return all.some(
    ({ subject }) =>
      subject.kind === 'letterWithValue' &&
      !isLetterWithValueDenied(all, subject.letter, subject.value) &&
      !isFirstSaid(context, all),
  )
}

/** The first value is said once among the values, if something else says more of it. */
function isFirstSaid(context: PieceContext, all: readonly Finding[]): boolean {
  return all.some(
    (other) =>
      other.evidence.includes('core.first') &&
      ('relation' in other.subject
        ? context.plan.joined.includes(other)
        : isValueWithFacet(other) && isValueFacetSaid(other, context, all)),
  )
}

/** What follows from the first value and the leading letter together: the headline on the style, or the first word on the values. */
export function letterWithValuePieces(
  finding: Finding,
  { letter, value }: Extract<FindingSubject, { kind: 'letterWithValue' }>,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  if (isLetterWithValueDenied(all, letter, value)) return []
  const {
    texts,
    plan: { headlines },
  } = context
  const { evidence, isTrueOf, salience: weight } = finding
  const place = headlines.includes(finding)
    ? ({ section: 'overview', rank: headlines.indexOf(finding), group: 'headline' } as const)
    : ({ section: 'drives', rank: pieceRanks.first - 0.5, group: 'relation' } as const)
  const isMust = place.section === 'overview' || !isFirstSaid(context, all)
  return [
    toPiece({
      ...place,
      ...statement(finding, texts.letterWithValue[letter][value] as Hedged),
      ...{ evidence, isTrueOf, weight: isMust ? weight : fillerWeight, must: isMust },
      denies: denialsOfLetterWithValue(letter, value),
    }),
  ]
}

const pieceRanks: Readonly<Record<ValueRank, number>> = {
  first: 0,
  second: 2,
  third: 4,
  fourth: 6,
  fifth: 7,
}

function textsOf(value: string, { texts }: PieceContext): ValueTexts {
  const valueTexts = texts.values[value]
  if (!valueTexts) throw new Error(`no texts for the value ${value}`)
  return valueTexts
}

function labelOf(value: string, locale: Locale): string {
  return itemsIn(locale).core.values[value]?.label ?? value
}
