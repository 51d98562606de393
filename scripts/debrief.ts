import { locales } from '../src/contract/locale.ts'
import { composeByRules, debriefByRules } from '../src/domain/debrief/by-rules.ts'
import { countWords } from '../src/domain/debrief/count-words.ts'
import { extractFacts } from '../src/domain/debrief/facts.ts'
import { findingsIn } from '../src/domain/debrief/findings/all.ts'
import { areOpposites, styleDenials } from '../src/domain/debrief/findings/claims.ts'
import type { FacetSide } from '../src/domain/debrief/findings/facet-sides.ts'
import { debriefTexts } from '../src/domain/debrief/texts.ts'
import { honestSheet, simulatedBasis } from './simulation/debrief-basis.ts'

/**
 * `node scripts/debrief.ts 3 de` prints the rule-based debriefs of three simulated people in German. Without a number
 * it takes 200 people and prints how long writing takes, how long debriefs are, and how much of each is false for
 * another person.
 */
const shown = Number(process.argv[2] ?? 0)
const locale = locales.find((one) => one === (process.argv[3] ?? 'en'))
if (!Number.isInteger(shown) || shown < 0 || !locale)
  throw new SyntaxError(`usage: node scripts/debrief.ts [people to show] [${locales.join('|')}]`)

const stating = new Set<string>(['overview', 'impression', 'best', 'pressure', 'drives'])
const conflicting = new Set<string>(['tension', 'contradiction'])

const people = Array.from({ length: shown || 200 }, (_, at) => {
  const name = `person ${at + 1}`
  return { facts: extractFacts(simulatedBasis(honestSheet(at + 1), name)), locale, name }
})

if (shown > 0)
  for (const person of people) console.log(`# ${person.name}\n\n${debriefByRules(person).content}`)
else measure()

function measure(): void {
  const [first = people[0]] = people
  const cold = timed(() => first && debriefByRules(first))
  const times = people.map((person) => timed(() => debriefByRules(person))).sort(ascending)
  const words = people.map((person) => countWords(debriefByRules(person).content)).sort(ascending)
  const pieces = people.map((person) => composeByRules(person).flatMap((section) => section.pieces))
  const shares = pieces
    .flatMap((own, at) =>
      people
        .filter((_, other) => other !== at)
        .map(({ facts }) => own.filter(({ isTrueOf }) => !isTrueOf(facts)).length / own.length),
    )
    .sort(ascending)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  console.log(`first debrief of a process: ${cold.toFixed(1)} ms`)
  console.log(
    `a debrief: median ${at(times, 50).toFixed(2)} ms, 99th percentile ${at(times, 99).toFixed(2)} ms of processor time`,
  )
  const counts = new Map<string, number>()
  for (const { section, text } of pieces.flat())
    if (section !== 'limits') counts.set(text, (counts.get(text) ?? 0) + 1)
  const mostChosen = Math.max(...counts.values()) / people.length
  console.log(
    `${counts.size} different sentences about people, the most frequent one in ${percent(mostChosen)} of debriefs`,
  )
  const statements = people.map((person) => statementsOf(person))
  console.log(
    `statements that connect two facts: mean ${mean1(statements.map(({ connected }) => connected))} of a debrief, ` +
      `of one fact: ${mean1(statements.map(({ single }) => single))}`,
  )
  console.log(
    `pairs that conflict: ${mean1(statements.map(({ named }) => named))} connected, ` +
      `${mean1(statements.map(({ sideBySide }) => sideBySide))} both said without a sentence that connects them`,
  )
  const read = people.map((person) => readingOf(person))
  const sum = (count: (one: (typeof read)[number]) => number) =>
    read.reduce((all, one) => all + count(one), 0)
  console.log(
    `in all: fixed sentences on the style next to a facet that denies them: ${sum(({ denied }) => denied)}, ` +
      `facets next to their opposite without a sentence that names both: ${sum(({ opposed }) => opposed)}`,
  )
  console.log(
    `facets said in two places and asked about: ${sum(({ repeated }) => repeated)}, ` +
      `uncertain statements: ${mean1(read.map(({ hedged }) => hedged))} of ${mean1(read.map(({ claims }) => claims))}, ` +
      `debriefs that begin with a low side only: ${sum(({ beginsLow }) => beginsLow)}, ` +
      `most low sides and downsides in a row under pressure: ${Math.max(...read.map(({ row }) => row))}`,
  )
  console.log(`words: ${at(words, 0)} to ${at(words, 100)}, median ${at(words, 50)}`)
  console.log(
    `false of another, ${shares.length} pairs: mean ${percent(mean)}, median ${percent(at(shares, 50))},`,
  )
  console.log(
    `  5th percentile ${percent(at(shares, 5))}, lowest ${percent(at(shares, 0))}; ` +
      `60 % and more in ${percent(shares.filter((share) => share >= 0.6).length / shares.length)} of the pairs`,
  )
}

/** What a debrief says of the person, without advice, what may happen under pressure, and what is about the text. */
function statementsOf(person: (typeof people)[number]) {
  const said = composeByRules(person)
    .filter(({ id }) => stating.has(id))
    .flatMap(({ pieces }) => pieces)
    .filter(({ sure }) => sure !== undefined)
    .map(({ evidence }) => evidence)
  const isConnected = (pair: readonly string[]) =>
    said.some((evidence) => evidence.length === 2 && pair.every((id) => evidence.includes(id)))
  const conflicts = findingsIn(person.facts).filter(({ subject }) => conflicting.has(subject.kind))
  const named = conflicts.filter(({ evidence }) => isConnected(evidence))
  const sideBySide = conflicts.filter(
    ({ evidence }) => !isConnected(evidence) && evidence.every((id) => said.some((ids) => ids.includes(id))),
  )
  const connected = said.filter(({ length }) => length === 2).length
  return {
    connected,
    single: said.length - connected,
    named: named.length,
    sideBySide: sideBySide.length,
  }
}

/** What a reader would stumble over: denials, repetitions, hedges, a weak beginning and rows of shortcomings. */
function readingOf(person: (typeof people)[number]) {
  const { facts } = person
  const sections = composeByRules(person)
  const pieces = sections.flatMap((section) => section.pieces)
  const high = new Map(
    Object.values(facts.focus ?? {}).flatMap(({ facets }) =>
      Object.entries(facets).map(([facet, { t }]) => [facet, t > 50] as const),
    ),
  )
  const sidesIn = ({ evidence }: { evidence: readonly string[] }) =>
    evidence
      .filter((id) => id.includes('.facets.'))
      .map((id): FacetSide => {
        const facet = id.slice(id.lastIndexOf('.') + 1)
        return `${facet}.${high.get(facet) ? 'high' : 'low'}`
      })
  const isAdvice = ({ section, group, tip }: (typeof pieces)[number]) =>
    !stating.has(section) || group === 'ask' || group === 'help' || tip !== undefined
  const said = pieces.filter((piece) => !isAdvice(piece)).map((piece) => ({ piece, sides: sidesIn(piece) }))
  const all = new Set(said.flatMap(({ sides }) => sides))
  const isNamed = (one: FacetSide, other: FacetSide) =>
    said.some(({ sides }) => sides.includes(one) && sides.includes(other))
  const isOnStyle = (side: FacetSide) =>
    said.some(({ piece, sides }) => piece.evidence.includes('disc.style') && sides.includes(side))
  const fixed = Object.entries(debriefTexts('en').styles).flatMap(([style, texts]) => [
    { text: texts.overview.sure, sides: styleDenials(style, 'overview') },
    { text: texts.overview.likely, sides: styleDenials(style, 'overview') },
    { text: texts.pressure, sides: styleDenials(style, 'pressure') },
  ])
  const denied = new Set(
    said.flatMap(({ piece }) => {
      const sides = fixed.find(({ text }) => text === piece.text)?.sides ?? []
      return sides.filter((side) => all.has(side) && !isOnStyle(side)).map((side) => `${piece.text} ${side}`)
    }),
  ).size
  const pairs = [...all].flatMap((one) => [...all].map((other) => [one, other] as const))
  const opposed = pairs.filter(
    ([one, other]) => one < other && areOpposites(one, other) && !isNamed(one, other),
  ).length
  const asked = pieces.filter(({ section }) => section === 'questions').flatMap(sidesIn)
  const repeated = [...all].filter(
    (side) => asked.includes(side) && new Set(said.filter(({ sides }) => sides.includes(side))).size > 1,
  ).length
  const claims = said.filter(({ piece }) => piece.sure !== undefined)
  const first = said.find(({ piece }) => piece.group === 'headline')
  const isLow = (sides: readonly FacetSide[]) =>
    sides.length > 0 && sides.every((side) => side.endsWith('.low'))
  const under = sections.find(({ id }) => id === 'pressure')?.pieces ?? []
  let row = 0
  let longest = 0
  for (const piece of under.filter(({ group }) => group !== 'help')) {
    const isHard =
      piece.group === 'strain' ||
      (piece.evidence.length === 1 && (isLow(sidesIn(piece)) || piece.group === 'frame'))
    row = isHard ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return {
    denied,
    opposed,
    repeated,
    hedged: claims.filter(({ piece }) => piece.sure === false).length,
    claims: claims.length,
    beginsLow: isLow(first?.sides ?? []) ? 1 : 0,
    row: longest,
  }
}

function mean1(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1)
}

/** Milliseconds of CPU time, which other programs on the machine do not affect. */
function timed(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function at(sorted: readonly number[], percentile: number): number {
  return sorted[Math.round((percentile / 100) * (sorted.length - 1))] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function ascending(one: number, other: number): number {
  return one - other
}
