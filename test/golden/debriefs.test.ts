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
  de: '0ca07daf7f5a46c2691a9983a3ed7479b9cded0c6a91599d43e7f258bac07c03',
  en: 'c960e829b942fb1d9ad95e801eec93fbf9754d2b6d83fcf7952c7441d7397b55',
  es: 'ad972deb8d6f40c94dd2ffee66257d76694a89c1d44820b7f9c0dddde26e33d5',
  fr: 'be3a9df9a6ece54a08a0876e4956c1d75a2697458bb6f6e490deb85a3a7aedfc',
  jp: '2e9891b8037ffe2184d44761dd690aa9735f6a2797ed75187eacdb9711ab50a9',
  ko: 'd2cb3436e72fb9c2a02aaee100a2bd73b2c148536ad80e4631dc333d1c1bc667',
  nl: 'bf9615950e6764f55a084b5adb829e3cc7fa006785d37e88f40a6ffdf3f5a040',
  pt_BR: 'fc6f77243690f9c23c4b67a2c6e63b53c9f9629c41895c481088f593c2653941',
  zh_CN: 'e20af656dcf7995134638f30042de78064568614d2daf513f0f5ee59d24ed52b',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '71049e0a2c2f7b5014c79212ff6990d7d8ff779bcf1354039adea2f953f47260',
  en: 'cfb144934af1447deafd0a61155f70bb3cbe216213e753da06737a38ceaeaa65',
  es: '4fcc1f69b54863cb3a41da4fb1cac76680342ae23b33ffc01d49a83060fe6fe6',
  fr: 'af35d1f8934a32b8a6151e5c5523a258237474bb4f7c4d3b60ac43c4081916d3',
  jp: 'e4576ba5b710e135ffa67e45f9cc2617c91440ff07bb9604270811278a1d9a11',
  ko: '7850518c17599397ec38ae011d6d483344c83afcf1c8a24ef7e3ef8d696b8183',
  nl: '42517481af8f39371d48860a7d5079aedcf3f08211468e08e0ffd60b94020e90',
  pt_BR: 'a84dc4728dbaef02826bc566c19cfaea451b3fecf71adbaaf2d1758af028f4d0',
  zh_CN: '982c69f94477ca7a43084f002f35bc370283fecdbf245aed39de3260ba3eebef',
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
