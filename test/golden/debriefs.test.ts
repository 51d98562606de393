import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { simulatedBasis } from '../../scripts/simulation/debrief-basis.ts'
import { type Locale, locales } from '../../src/contract/locale.ts'
import { debriefByRules } from '../../src/domain/debrief/by-rules.ts'
import { extractFacts, type Facts } from '../../src/domain/debrief/facts.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'
import { goldenSheets } from './sheets.ts'

/**
 * Hashes of the debriefs by rules of over a thousand simulated people, with their sections, evidence and versions. A
 * hash changes only with a text or a rule, and then together with the version that the debrief names.
 */
const golden: Readonly<Record<Locale, string>> = {
  de: '53cd5730bd1709a2df11eac34c3684f0231182cca6faa6a4efa0f0e3448e7c16',
  en: '7335c926681303dd1b90cbe27c60f360a41e97f94b7d7765cdffccbad4eb2610',
  es: 'd8c407e0b57e6a9dbba0f6ab9f06d517166c924c85dfc0518a52ce08455f76f6',
  fr: '54b72f432e3fe64812eeecb60af521148b1a9c91e06d3d304829a1f0a5196cab',
  jp: '2170986c5ab411a5d96b2159c95ee5e4ebc3d532df2ec0723fedb65b69447b31',
  ko: '7d378ecfc707cb82ed0adc21f4b8b86f1288d93c17d93d07aeeb365549d76261',
  nl: 'a7a14cfc6225bb8341b51ae25d61212e88848c1ea9982b7290df53f2d02daf9c',
  pt_BR: 'b942b248b4340edb2cbf17cd1d9aeb312e23ef2bf4d31f71e577520ea1aa1cb2',
  zh_CN: '84f0cbd5b14e33e4bb2d8820e59c9c87bf148a19381e88d8023addd344f2a1f0',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '1151979c169b4a568959a40a6687baaec2ab5d5e1fb11a357a055078c11d5362',
  en: 'b4effabf24e87e8b44b0114776561e0661442afe8b871507e07aa3717abc4fed',
  es: '25454a5dfa5c421bde95ba2b32ffedabfa0e3384646f4671b8bb62f585af5191',
  fr: '3a7a97b9fe58ba5352d7b65823faed896495b5ed2bb7307cad3bea80579e94f9',
  jp: '5458448a5812587c0994d4d07e465a3c82f13bd608a6e567fcf89d30eebfe11e',
  ko: 'e68c0de0bd72d5f79ac9480661bacaae3924d988b584c819c660834891c54695',
  nl: 'e8bdcbc18acd78563fba7772d381d1477c074b0cb3dd8ca86e402e28d44685c6',
  pt_BR: '760a827ba83b767f0c68ff98d467738a6456d9a8a935326b09ceda763cbe2ab9',
  zh_CN: '42ab2f8c1feb69f7680295a6bb5d8fccce36ccf6d21cbb85d92be2500acb010b',
}

/** Every manner of answering is among the first, and of the odd ones every fifteenth is taken. */
const some = () => peopleOf(goldenSheets(60, 20), (at) => at < 70 || at % 15 === 0)
const all = () => peopleOf(goldenSheets(700, 100), () => true)

describe('a hundred people', () => check(some, 100, goldenOfSome))
describe('a thousand people', { tags: 'long' }, () => check(all, 1_000, golden))

function check(makePeople: () => Facts[], least: number, hashes: typeof golden): void {
  let people: Facts[]
  beforeAll(() => {
    people = makePeople()
  })

  test('are of every outcome of quality, with every set of assessments', () => {
    expect(people.length).toBeGreaterThan(least)
    expect(new Set(people.map(({ quality }) => quality)).size).toBe(3)
    const sets = people.map(({ disc, focus, core }) => [!disc, !focus, !core].join())
    expect(new Set(sets).size).toBe(7)
  })

  test.each(locales)('get their debriefs in %s as these rules always have written them', (locale) => {
    const hash = createHash('sha256')
    for (const facts of people) hash.update(JSON.stringify(debriefByRules({ facts, locale })))
    expect(hash.digest('hex')).toBe(hashes[locale])
  })
}

function peopleOf(sheets: readonly AnswerSheet[], isChosen: (at: number) => boolean): Facts[] {
  return sheets.flatMap((sheet, at) => {
    if (!isChosen(at)) return []
    const facts = factsOf(part(sheet, at), at)
    return facts.focus || facts.disc || facts.core ? [facts] : []
  })
}

/** Every tenth person has taken only one or two of the assessments. */
function part({ focus, disc, core }: AnswerSheet, at: number): AnswerSheet {
  const without = at % 10 === 0 ? Math.floor(at / 10) % 6 : -1
  return {
    ...(focus && ![0, 1, 2].includes(without) && { focus }),
    ...(disc && ![0, 3, 4].includes(without) && { disc }),
    ...(core && ![1, 3, 5].includes(without) && { core }),
  }
}

/** The facts of a person; none of one whose answers cannot be scored. */
function factsOf(sheet: AnswerSheet, at: number): Facts {
  const activeSeconds = at % 7 === 0 ? { focus: 200 + (at % 200) } : {}
  try {
    return extractFacts(simulatedBasis(sheet, `person ${at}`, activeSeconds))
  } catch {
    return { quality: 'ok' }
  }
}
