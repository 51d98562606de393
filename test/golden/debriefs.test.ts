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
  de: 'a0e1f31b759e74461bdd69a8c26c8f07cee4bbbc653ee8f2b861f1f18e1e1fd0',
  en: 'e2e37c018746d4cb049f62d64126abceced65a5f62bfe0c2f7bb80d65a691f51',
  es: 'ab45571cb8a14508c4386b26b1300ce4a6b819688764a3dc288e0d228f2dfea9',
  fr: '414020f98693d0abb51a4387cebde627dd0be3884a4ef16581357457176562e5',
  jp: '767fa5795449cd235d5e734df5316bc8439fa72d0b1e90fe24a5d2299883234f',
  ko: 'b520618da49b0ea18a6664e433fac676a8a810da2c311472ea335c7b521552d9',
  nl: 'a1067b8dae3e4b72b759c0c5c48adfd6beccc0e42c690107db23daf8f67b2f63',
  pt_BR: '44047ea117e2277530f2b87517665079efd5993a661f8ff8e9e47a20e9500daa',
  zh_CN: 'b826a474ecd3849dd0c13f3f64e570f47bfce662fd064117ed81b7a5778d0389',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '312c5c9106a60409bad0132a99439f7eaf42e4b273107d76938f70702cb497e7',
  en: 'e7d732a6fdb45df6bcc27dd504ab3798a3563d091a8ad46c73547f39b08d8d4f',
  es: '0aacf23aad3f77e2a4e06af25b79bd5671e66944bc5529b4fb093f82e3c9c68f',
  fr: '9b0bb079a49de52858cd9070041d8b77ad394b72b1eb6bc7885ce39103b7bbe5',
  jp: '9e68124301d6ae893afa7b345e9a0212245fd6349179006a5f0081639f101333',
  ko: '81e74e7d9791324f9d28a9eb35db880edeb5bd59b6fb4d86b63a88146ebc6ab8',
  nl: '95f24600a50c70573a2faff454a964696aef424c4fc5b969fb876d6ffeac4ed6',
  pt_BR: '53116d06db93030d7754831aa415bae005ac286776087dda44368b57a68ab40d',
  zh_CN: 'a7d28b45c4b9777fd448a56736b470f8dc4435f31eff891a28d387e14be1e0e4',
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
