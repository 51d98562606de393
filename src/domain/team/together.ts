import { fillSlots } from '../../content/fill-slots.ts'
import type { Scales } from '../../content/scales.ts'
import type { TeamTexts } from '../../content/team.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import { mapPointOf } from './map.ts'
import type { TeamSentence } from './model.ts'
import { type Ends, endsOf, isBeyondError, type TeamScale, teamScales } from './scales.ts'
import type { SentenceNames } from './sentence-names.ts'
import type { TeamMember } from './team-member.ts'

/** Names for use within sentences. */
export type InlineNames = { traits: Scales['traits']; values: Readonly<Record<string, { inside: string }>> }

/**
 * What probably helps two to four people work together, from facts that differ or agree beyond measurement error.
 * Positions between the letters and the largest differences come first, then what all share; traits near the middle
 * fill up to four. Where they differ, sentences say who is at which end by name; both ends come with what helps.
 */
export function togetherSentences(
  people: readonly TeamMember[],
  names: InlineNames,
  texts: TeamTexts,
  locale: Locale,
  called: SentenceNames,
): TeamSentence[] {
  if (people.length < 2 || people.length > 4) return []
  const words = texts.together
  const scales = teamScales(people)
  const poles = [pole(people, 'up', words.pace, called), pole(people, 'across', words.side, called)].filter(
    (one) => one !== undefined,
  )
  const poleSentences = (isClear: boolean) =>
    poles.filter((one) => one.isClear === isClear).map(({ sentence }) => sentence)
  const list = new Intl.ListFormat(languageTags[locale])
  const shared = [
    ...sharedValues(people, names, list, words),
    ...closeTraits(scales.traits, names, list, words),
  ]
  const leading = [
    ...poleSentences(true),
    ...differing(scales, words, called),
    ...agreeing(scales, people, words),
  ]
  const sentences = [...leading.slice(0, maxSentences - shared.length), ...shared]
  return [...sentences, ...poleSentences(false).slice(0, Math.max(0, least - sentences.length))]
}

const least = 4
const maxSentences = 7
/** Maximum differences, so that there is room for what people share. */
const maxDifferences = 3
const chance = 0.05

type Words = TeamTexts['together']

/** Which sentences use which scale. */
const rules: readonly { scale: string; key: keyof Words }[] = [
  { scale: 'organization', key: 'structure' },
  { scale: 'prudence', key: 'deciding' },
  { scale: 'teamwork', key: 'directness' },
  { scale: 'leadership', key: 'lead' },
  { scale: 'sociability', key: 'contact' },
  { scale: 'innovativeness', key: 'change' },
  { scale: 'resilience', key: 'pressure' },
  { scale: 'intellectualCuriosity', key: 'ideas' },
  { scale: 'trust', key: 'trust' },
  { scale: 'discipline', key: 'finishing' },
]

type Ways = { differ: Differ; high?: string; low?: string }

/** A sentence about a difference; with names there is one for each form of the verb. */
type Differ = string | { one: string; other: string }

function ruled(
  { traits, facets }: ReturnType<typeof teamScales>,
  words: Words,
): { scale: TeamScale; ways: Ways }[] {
  return rules.flatMap(({ scale: key, key: rule }) => {
    const scale = [...traits, ...facets].find((trait) => trait.key === key)
    return scale ? [{ scale, ways: words[rule] as Ways }] : []
  })
}

/** The largest differences first, in standard errors. */
function differing(
  scales: ReturnType<typeof teamScales>,
  words: Words,
  called: SentenceNames,
): TeamSentence[] {
  return ruled(scales, words)
    .filter(({ scale }) => isBeyondError(scale, chance))
    .sort((one, other) => other.scale.range / other.scale.sem - one.scale.range / one.scale.sem)
    .slice(0, maxDifferences)
    .map(({ scale, ways }) => ({ text: withNames(ways.differ, endsOf(scale), called), rests: [scale.key] }))
}

/** Where everyone deviates from the middle in the same direction, by more than one standard error each. */
function agreeing(
  scales: ReturnType<typeof teamScales>,
  people: readonly TeamMember[],
  words: Words,
): TeamSentence[] {
  return ruled(scales, words)
    .filter(({ scale }) => scale.scores.length === people.length && !isBeyondError(scale, chance))
    .flatMap(({ scale, ways }) => {
      const { scores, sem, key } = scale
      const text = scores.every(({ t }) => t - sem >= 50)
        ? ways.high
        : scores.every(({ t }) => t + sem <= 50)
          ? ways.low
          : undefined
      return text ? [{ text, rests: [key] }] : []
    })
}

function withNames(differ: Differ, { high, low }: Ends, called: SentenceNames): string {
  if (typeof differ === 'string') return differ
  const [higher, lower] = [called.listed(high), called.listed(low)]
  return fillSlots(differ[higher.form], { higher: higher.text, lower: lower.text })
}

type Pole = { differ: Differ; one: string; other: string; mixed: string }

/** Points from which a position counts as being on a side: one and a half standard errors from the middle. */
const onSide = 10

/** Whether people are on both sides of the map, all on one, or on neither for certain. */
function pole(
  people: readonly TeamMember[],
  axis: 'up' | 'across',
  words: Pole,
  called: SentenceNames,
): { sentence: TeamSentence; isClear: boolean } | undefined {
  const positions = people.flatMap(({ id, disc }) => (disc ? [{ id, place: mapPointOf(disc)[axis] }] : []))
  if (positions.length < 2) return undefined
  const [some, others] = [
    positions.filter(({ place }) => place >= onSide),
    positions.filter(({ place }) => place <= -onSide),
  ]
  const isWhole = positions.length === people.length
  const text =
    some.length > 0 && others.length > 0
      ? withNames(words.differ, { high: idsOf(some), low: idsOf(others) }, called)
      : isWhole && some.length === positions.length
        ? words.one
        : isWhole && others.length === positions.length
          ? words.other
          : words.mixed
  return { sentence: { text, rests: ['disc'] }, isClear: text !== words.mixed }
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

function sharedValues(
  people: readonly TeamMember[],
  names: InlineNames,
  list: Intl.ListFormat,
  words: Words,
): TeamSentence[] {
  const rankings = people.map(({ core }) => core)
  const [first] = rankings
  if (!first || rankings.includes(null)) return []
  const shared = first.filter((key) => rankings.every((own) => own?.includes(key)))
  if (shared.length === 0) return [{ text: words.values.none, rests: ['core'] }]
  const values = list.format(shared.map((key) => names.values[key]?.inside ?? key))
  return [{ text: fillSlots(words.values.shared, { values }), rests: shared }]
}

/**
 * Traits, the most reliable scales, on which no two people differ by more than measurement error explains. That isn't
 * to say they are alike: with percentiles of 87 and 59 the error is as large as the difference.
 */
function closeTraits(
  traits: readonly TeamScale[],
  names: InlineNames,
  list: Intl.ListFormat,
  words: Words,
): TeamSentence[] {
  const close = traits.filter((scale) => !isBeyondError(scale, chance)).map(({ key }) => key)
  if (close.length === 0) return []
  const labels = close.map((key) => names.traits[key as keyof Scales['traits']].name)
  return [{ text: fillSlots(words.close, { traits: list.format(labels) }), rests: close }]
}
