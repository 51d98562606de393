import { clearOfMidline } from '../../charts/midline.ts'
import { fillSlots } from '../../content/fill-slots.ts'
import { type TeamTexts, teamMemberName } from '../../content/team.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { distanceBetween, mapPointOf } from './map.ts'
import type { SentenceNames } from './sentence-names.ts'
import type { TeamMember } from './team-member.ts'

type Placed = TeamMember & { disc: NonNullable<TeamMember['disc']> }

/** What stands out in DISC: where most people lean, who is alone, and for whom nothing can be said. */
export function summarizeTeam(
  people: readonly TeamMember[],
  texts: TeamTexts,
  locale: Locale,
  called: SentenceNames,
): string {
  const words = texts.lede
  const nameOf = (person: TeamMember) => teamMemberName(person, texts)
  if (people.length === 0) return words.nobody
  if (people.length === 1) return words.single
  const placed = people.filter((one): one is Placed => one.disc !== null)
  if (placed.length < 2) return placed.length === 0 ? words.noDisc : words.singleDisc
  const counts = countLetters(placed)
  const [one, other] = placed
  const opening =
    placed.length === 2 && one && other
      ? pair(one, other, words, called.of)
      : [
          leaning(counts, placed.length, words, String),
          alone(placed, words, nameOf) ?? absent(counts, placed.length, words) ?? words.nobodyAlone,
        ]
  const rest = {
    missing: people.length - placed.length,
    people: people.length,
    even: counts[''] ?? 0,
    placed: placed.length,
  }
  return joinSentences([...opening, ...unknown(rest, words, String)].slice(0, 3), locale)
}

/** The same from counts, of a team in which no one is named: `letters` has people by their first letter, '' for none. */
export function summarizeCounts(
  { letters: counts, placed, people }: { letters: Record<string, number>; placed: number; people: number },
  { lede: words }: TeamTexts,
  locale: Locale,
  write: Write,
): string {
  if (placed === 0) return words.noDisc
  const sentences = [
    leaning(counts, placed, words, write),
    absent(counts, placed, words) ?? [],
    unknown({ missing: people - placed, people, even: counts[''] ?? 0, placed }, words, write),
  ].flat()
  return joinSentences(sentences.slice(0, 3), locale)
}

/** Names the people whose answers need caution. They are included everywhere. */
export function qualityNote(people: readonly TeamMember[], texts: TeamTexts, locale: Locale): string | null {
  const doubtful = people.filter(({ quality }) => quality !== null && quality !== 'ok')
  if (doubtful.length === 0) return null
  const names = new Intl.ListFormat(languageTags[locale]).format(
    doubtful.map((one) => teamMemberName(one, texts)),
  )
  return fillSlots(texts.note, { names })
}

type Words = TeamTexts['lede']
type NameOf = (person: TeamMember) => string

const letters = ['D', 'I', 'S', 'C'] as const
const letterGroups = { people: 'IS', task: 'DC', fast: 'DI', calm: 'SC' } as const
/** From this share on, a side counts as that of most people. */
const mostOf = 0.6

/** The first letter, or none if no letter stands out. */
function firstLetter({ disc }: Placed): string {
  const { style, d, i, s, c } = disc
  return Math.max(d, i, s, c) - 50 < clearOfMidline ? '' : style.charAt(0)
}

/** People by first letter; '' for those for whom no letter stands out. */
type LetterCounts = Readonly<Record<string, number>>
/** How a number is written. */
type Write = (count: number) => string

function countLetters(placed: readonly Placed[]): LetterCounts {
  const groups = Object.groupBy(placed, firstLetter)
  return Object.fromEntries(Object.entries(groups).map(([letter, own]) => [letter, own?.length ?? 0]))
}

function leaning(counts: LetterCounts, total: number, words: Words, write: Write): string {
  const countOf = (of: string) => [...of].reduce((sum, letter) => sum + (counts[letter] ?? 0), 0)
  const slots = (count: number) => ({ count: write(count), total: write(total) })
  const letter = letters.find((one) => countOf(one) / total >= mostOf)
  if (letter) return fillSlots(words.lean.letter, { letter, ...slots(countOf(letter)) })
  const [side, of] = (Object.entries(letterGroups) as [keyof typeof letterGroups, string][]).reduce(
    (best, next) => (countOf(next[1]) > countOf(best[1]) ? next : best),
  )
  if (countOf(of) / total >= mostOf) return fillSlots(words.lean[side], slots(countOf(of)))
  const [d, i, s, c] = letters.map((one) => write(countOf(one)))
  return fillSlots(words.lean.mixed, { d: d ?? '', i: i ?? '', s: s ?? '', c: c ?? '' })
}

/** Far from everyone else and from the middle: farther than the errors of two positions explain in most cases. */
const farFromOthers = 25
const outside = 15

/** The person who is alone; in a small team only if no one else is, because there everyone may be. */
function alone(placed: readonly Placed[], words: Words, nameOf: NameOf): string | undefined {
  const points = placed.map(({ disc }) => mapPointOf(disc))
  const apart = placed
    .map((person, at) => {
      const own = points[at] ?? { across: 0, up: 0 }
      const others = points.filter((_, place) => place !== at)
      return {
        person,
        reach: Math.hypot(own.across, own.up),
        nearest: Math.min(...others.map((other) => distanceBetween(own, other))),
      }
    })
    .filter(
      ({ person, reach, nearest }) => nearest >= farFromOthers && reach >= outside && firstLetter(person),
    )
    .sort((one, other) => other.nearest - one.nearest)
  const [first] = apart
  if (!first || apart.length > (placed.length < 5 ? 1 : 2)) return undefined
  const [letter = '', otherLetter] = first.person.disc.style
  const name = nameOf(first.person)
  return otherLetter
    ? fillSlots(words.alone.two, { name, letter, otherLetter })
    : fillSlots(words.alone.one, { name, letter })
}

function absent(counts: LetterCounts, placed: number, words: Words): string | undefined {
  const missing = letters.filter((letter) => !counts[letter])
  const [letter] = missing
  return placed >= 4 && letter && missing.length === 1 ? fillSlots(words.absent, { letter }) : undefined
}

/** Within two standard errors two positions can't be told apart; beyond 40 they are far, whatever the error. */
const near = 14
const farApart = 40

function pair(one: Placed, other: Placed, words: Words, nameOf: NameOf): string[] {
  const [letter, otherLetter] = [firstLetter(one), firstLetter(other)]
  const names = { one: nameOf(one), other: nameOf(other) }
  const distance = distanceBetween(mapPointOf(one.disc), mapPointOf(other.disc))
  const far = distance >= farApart ? words.pair.far : words.pair.between
  return [
    ...(letter && otherLetter ? [opening(letter, otherLetter, names, words)] : []),
    distance < near ? words.pair.near : far,
  ]
}

function opening(
  letter: string,
  otherLetter: string,
  names: { one: string; other: string },
  words: Words,
): string {
  const { same, different } = words.pair
  return letter === otherLetter
    ? fillSlots(same, { ...names, letter })
    : fillSlots(different, { ...names, letter, otherLetter })
}

function unknown(
  { missing, people, even, placed }: { missing: number; people: number; even: number; placed: number },
  words: Words,
  write: Write,
): string[] {
  const slots = (count: number, total: number) => ({ count: write(count), total: write(total) })
  return [
    ...(missing > 0 ? [fillSlots(words.missing, slots(missing, people))] : []),
    ...(even > 0 ? [fillSlots(words.even, slots(even, placed))] : []),
  ]
}
