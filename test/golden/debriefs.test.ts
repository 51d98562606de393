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
  de: '8c5d9407cdb3f473772b0c1e4afd63a06253587f6d439c03c9a969fe0eb5ccb4',
  en: '54b6c6c92ed416520e4bf44b88ede08b2587a836e8c3715e76336114900d3845',
  es: '33fd4ca176426066d99cfb31c3adfab0168c26da1039b10df76253f0122115b5',
  fr: 'e3247d71a315946a973f16f4d80913733872196b1148a5b1cddc7f3430ae3ebd',
  jp: '98fd69efc7911e353db1cea6658feb4cec6c5e0391465f2ea1294f3a65d14558',
  ko: 'c23f2e05bf6d03850aa59a9ead2753c524af07b1810108d6e8bb6718b031a66d',
  nl: '51c5d1254f36f61f537e1629fac789bbf797cf908409941c12e13c50442e7fdb',
  pt_BR: 'ca395e1caff92b7584506642c0359edbffbb37c01f436d46c2151b738d5291ac',
  zh_CN: '7eeb95b6709c35f4020489bea1c9bd3a736c3ab6e5f3076ab73d2b34db1abfa9',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '71049e0a2c2f7b5014c79212ff6990d7d8ff779bcf1354039adea2f953f47260',
  en: 'f156e3ba5bd98b9e77dcaef8af774ae5b4e1a2335b4be1e0552f4a19f1c3953a',
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
