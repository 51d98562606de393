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
  de: '21e4f1480bd4361b5ebebf041269d33f588079008f4f5f2410e12223a1c76789',
  en: '8d7a35f870548e553ea923f3557db8066fa8b7246cf4e446218ff4874b9897c3',
  es: '7700b76a537bda5ff71b1662a66300f39b35e23df464824d9ee2366613168a1b',
  fr: '6e0ed28c4b74763b324cb0b0d4da4bf7b611b4534a3d8a3a485eeb39dcbf3757',
  jp: '50d642f3136ada5dde248f6484bd41ee868c3e74726999b39e43804a1ebc4d97',
  ko: '300c363679e9b78408570d4e51f2271e80b8043aa2475b1275a259e21e86103b',
  nl: '59a39d9e2edcde63db4f4c4ee786db488238b08e090749578da658a90bd878a8',
  pt_BR: 'e2214ab69ec5cea9574264faa8150d72b75cecf73375b8d3d6672a44d1c92704',
  zh_CN: '5a02d6fc281a4a7b658e7584dc54adfbe3f30a21e75031ac9a3babed85ef4769',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '4464b77962fe716ad1c41bbc7d19f7b9da1b91b58d01a33aac11cc4a1cfe7a71',
  en: '84438852666b4df41aa990eb4ad53a79932e067b9116d081b1e2e30d861a25d0',
  es: 'a13d22044b7374d6176e1744fd3fdfd9e15abc78d6ec6800db530b1a30fedb37',
  fr: '10469cbd3b94478aabe8e9b5ecb84721ba5614797e37da294c1e186b8794b246',
  jp: '149e271ad98dba27cdf2747071d029c528b477a2fab0f87301689c21f4aed99c',
  ko: '4ea423d6f2337f13ef2fa271f6cb4f7ec83fc00a2160a74d461e61d010fcf998',
  nl: 'c159c5c5ccc3bbd9db8d328b3530a59dde776f18578f7150c304f25208cb09d1',
  pt_BR: '0f115e815d438eef868351d7e6412436d4999991f442009e7eb44fbef705cfba',
  zh_CN: 'a7b547c1bf88f22840aa67ac37ed6f5799ca4ccb18e2efc696049e7106ad7682',
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
