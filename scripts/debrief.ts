import { locales } from '../src/contract/locale.ts'
import { composeByRules, debriefByRules } from '../src/domain/debrief/by-rules.ts'
import { countWords } from '../src/domain/debrief/count-words.ts'
import { extractFacts } from '../src/domain/debrief/facts.ts'
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
  console.log(`words: ${at(words, 0)} to ${at(words, 100)}, median ${at(words, 50)}`)
  console.log(
    `false of another, ${shares.length} pairs: mean ${percent(mean)}, median ${percent(at(shares, 50))},`,
  )
  console.log(
    `  5th percentile ${percent(at(shares, 5))}, lowest ${percent(at(shares, 0))}; ` +
      `60 % and more in ${percent(shares.filter((share) => share >= 0.6).length / shares.length)} of the pairs`,
  )
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
