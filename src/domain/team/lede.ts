import { fill } from '../../content/fill.ts'
import type { TeamTexts } from '../../content/team.ts'
import { joinSentences, type Locale, languageTags } from '../../contract/locale.ts'
import { farFromMidline } from '../../scoring/lead.ts'
import { distanceBetween, placeOf, shownName } from './map.ts'
import type { Member } from './person-model.ts'

type Placed = Member & { disc: NonNullable<Member['disc']> }

/** What stands out in DISC: where most lean, who stands alone, and for whom nothing can be said. */
export function ledeOf(people: readonly Member[], texts: TeamTexts, locale: Locale): string {
  const words = texts.lede
  if (people.length === 0) return words.nobody
  if (people.length === 1) return words.single
  const placed = people.filter((one): one is Placed => one.disc !== null)
  if (placed.length < 2) return placed.length === 0 ? words.noDisc : words.singleDisc
  const [one, other] = placed
  const opening =
    placed.length === 2 && one && other
      ? pair(one, other, words)
      : [leaning(placed, words), alone(placed, words) ?? absent(placed, words) ?? words.nobodyAlone]
  return joinSentences([...opening, ...unknown(people, placed, words)].slice(0, 3), locale)
}

/** Whose answers are to be read with care; they are named, and left out nowhere. */
export function noteOf(people: readonly Member[], texts: TeamTexts, locale: Locale): string | null {
  const doubtful = people.filter(({ quality }) => quality !== null && quality !== 'ok')
  if (doubtful.length === 0) return null
  const names = new Intl.ListFormat(languageTags[locale]).format(doubtful.map(shownName))
  return fill(texts.note, { names })
}

type Words = TeamTexts['lede']

const letters = ['D', 'I', 'S', 'C'] as const
const sides = { people: 'IS', task: 'DC', fast: 'DI', calm: 'SC' } as const
/** From this share on a side is said to be that of most. */
const mostOf = 0.6

/** The first letter, or none where no letter stands out from the others. */
function firstLetter({ disc }: Placed): string {
  const { style, d, i, s, c } = disc
  return Math.max(d, i, s, c) - 50 < farFromMidline ? '' : style.charAt(0)
}

function leaning(placed: readonly Placed[], words: Words): string {
  const first = placed.map(firstLetter)
  const total = placed.length
  const countOf = (of: string) => first.filter((letter) => letter !== '' && of.includes(letter)).length
  const slots = (count: number) => ({ count: String(count), total: String(total) })
  const letter = letters.find((one) => countOf(one) / total >= mostOf)
  if (letter) return fill(words.lean.letter, { letter, ...slots(countOf(letter)) })
  const [side, of] = (Object.entries(sides) as [keyof typeof sides, string][]).reduce((best, next) =>
    countOf(next[1]) > countOf(best[1]) ? next : best,
  )
  if (countOf(of) / total >= mostOf) return fill(words.lean[side], slots(countOf(of)))
  const [d, i, s, c] = letters.map((one) => String(countOf(one)))
  return fill(words.lean.mixed, { d: d ?? '', i: i ?? '', s: s ?? '', c: c ?? '' })
}

/** Far from everybody, and outside of the middle: farther than errors of two places would put them in most cases. */
const farFromOthers = 25
const outside = 15

/** The one who stands alone; in a small team only where nobody else does, for there everybody may. */
function alone(placed: readonly Placed[], words: Words): string | undefined {
  const places = placed.map(({ disc }) => placeOf(disc))
  const apart = placed
    .map((person, at) => {
      const own = places[at] ?? { across: 0, up: 0 }
      const others = places.filter((_, place) => place !== at)
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
  const name = shownName(first.person)
  return otherLetter
    ? fill(words.alone.two, { name, letter, otherLetter })
    : fill(words.alone.one, { name, letter })
}

function absent(placed: readonly Placed[], words: Words): string | undefined {
  const missing = letters.filter((letter) => !placed.some((one) => firstLetter(one) === letter))
  const [letter] = missing
  return placed.length >= 4 && letter && missing.length === 1 ? fill(words.absent, { letter }) : undefined
}

/** Two places are near within two standard errors, and far from where no errors would bring them together. */
const near = 14
const farApart = 40

function pair(one: Placed, other: Placed, words: Words): string[] {
  const [letter, otherLetter] = [firstLetter(one), firstLetter(other)]
  const names = { one: shownName(one), other: shownName(other) }
  const distance = distanceBetween(placeOf(one.disc), placeOf(other.disc))
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
    ? fill(same, { ...names, letter })
    : fill(different, { ...names, letter, otherLetter })
}

function unknown(people: readonly Member[], placed: readonly Placed[], words: Words): string[] {
  const slots = (count: number, total: number) => ({ count: String(count), total: String(total) })
  const missing = people.length - placed.length
  const even = placed.filter((one) => firstLetter(one) === '').length
  return [
    ...(missing > 0 ? [fill(words.missing, slots(missing, people.length))] : []),
    ...(even > 0 ? [fill(words.even, slots(even, placed.length))] : []),
  ]
}
