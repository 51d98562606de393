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
  de: '7f580a8ce158a6f6f0527cd906cd49868b7fc300a62bc0bf596f047e40e5925f',
  en: '5c67217546dacc864b760dd651df48dd19e5bbb42b18a7d08a06e2765ed46ac4',
  es: '225cebebdfe168eebebd7216d6b0e119f47b8708cb969057886cee367b30d3ac',
  fr: '944fe4f878e98c1b29d16d9f51abada34df25d2e1aaa84de94e3b8004247031e',
  jp: 'e9e9e778c5fac0261c7336427add6750f1d92ccc8c46c2bf207bb4d197240b98',
  ko: 'c35d09493b94fbb0ec29ce3d05449c2c8192c7e8c25959d3b5f17bda4d11b363',
  nl: '2f29f8ce89d6b69bb9d53fccda99d3719281000fe693e7121fb99674f600576a',
  pt_BR: '29ddddb1943c6b61ec1cd4da9ea9ed3bcf9eb865e98c243afefcd7650ce5d0a1',
  zh_CN: 'c7ac08a2e4d185c1a1ef55edb66f5ffd079f96631f479c2ad444c466ac0153d9',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '2d0e0cb2fc79bfbd33a1ec3f9db0f02d62fb561796176c1c17ab70f4fd747f40',
  en: 'e64b98eeb3f60627e70254d41d6838f673e99e0f0a23c5ec45245f734ca8dee0',
  es: '0430e46f7d7ca7fa02b7c6d8a89483d6f31ef4a96da71573668e8544a005242f',
  fr: '82a8df3fa0965fbcb44a50e9653e2c8f4beae7da7b6840802af1f82bbdceb719',
  jp: '1ecf2091d7225a6b93912a42649cc54940f548eb371a9763431a22f0298a9477',
  ko: 'eb87b86d8bd301c9ae0ab69f18ff59bcaf83f728339fd8474ef73aa81d571cf6',
  nl: '93c72fb2e515dfd8b9a197f0e6a766ed7df05e682632f95b0169be8981a71a03',
  pt_BR: 'c88c40e896b4f5dbb3a9bd4ff9636a36c51487e5534c0204c52b7ff5fb5ff4f9',
  zh_CN: '658793601ff335f2c29157bc0e8e09da6289ae9fbea05fcbd2267f4a51cdb0b6',
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
