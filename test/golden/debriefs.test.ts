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
  de: '343b02b1a8362b6b74e2fb8c614b65632521d962d25af3bab9e917e727b519c6',
  en: 'b7cb518603827ebe737ac45b3dde2ce57c89420ef0b12558e214c6d3d0b89af0',
  es: '7d86367424af25cb586a5b9a2a8c032a29869c1394b42a653c91e790503036ae',
  fr: '109fdb84f7f47c2894671be401b7fb7076ded581f6b15f18fd85df86fa86d14e',
  jp: '08f90841baa2a135b105fb757a03e8216fc8c761c7578c02ab2442b120e13acf',
  ko: '8f1271c53c003aef189fd5ef72328c298032ed51b2bb791c40fafebdddd734f9',
  nl: '28e0667ed9f3aaf97ed6a89dd691b90f93b2ea642095bab1701cf1e347529d9b',
  pt_BR: '00d728a6b4235c394321421fa2d28be07a29a667a6e1f6d44c7d2f1a469d8bc6',
  zh_CN: '1bccd52fea9b6de82ba23b76c36ae7ce4246bb28358edddc3e110bb7e225cde1',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '711b01f34178956c96f1daae2d6efe26a7a963968d9c6f554a7c79326166cce7',
  en: 'a129d1787b4025475cb5424e0081b10dc8841c3db88149f7bff0091eb254df49',
  es: 'eeb38c9b9ab8bc03cfc9d57f5a7fae3cd001166e9b1c1d8155fc3fa9edbcc392',
  fr: '3bae48f4f22ca9093c52331d75421d691c628c79c26d19d359eb299c42465dc5',
  jp: '79cde6c99d90911d243d5b310c64b3be442154c2945f76e79059bab34adcd3da',
  ko: '9cc93e9fa10772c309204dfbec9cefd5b10cc75962d3965b51d3e45870d810bd',
  nl: '874f3a83bf38409be918d202d2a875f6429bdf07dc45af91218785613b57228f',
  pt_BR: '0f7eabfbe45bb0959e11f82bedd65cf4143cd42ab5a37fd503fb910eb178f938',
  zh_CN: '7a7d6131a004b022bed35142d7a91f1530bf8676024542f321f0983f5ed95192',
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
