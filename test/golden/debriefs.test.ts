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
  de: '778c17a3b679950d9684d68c0293a9dac481f630f9c44227d6d33f87f755c8a8',
  en: '475a212c6955ea73126b73dafbea416ab5f3645e4eb46ea14ccbb90426390f9d',
  es: '4045a3faff17db5ec787c86baf923d2314353116cd897aa92059ed2d4c346084',
  fr: '3a4cb7f02a345d08a948a0ec36e3d7982dbcc62bd2a230880a06d811358354e5',
  jp: '6ce7f68291d97e1741000eaddcfd1f737b74f08904ebdb17a11c63666a7306f7',
  ko: 'd26158b5b7fcd30de4100baf7443ac44091bf1b08525a56d9803d9216729c6c4',
  nl: '9e42fbc44cc4d84f1dd417928c61b083aef8d78a57666a044d35fa18fb57a157',
  pt_BR: 'c4bffc2887fb693344cd59d992fb83a16cd06fdf5a1b4033bc588d6d286509f8',
  zh_CN: '0ded6c427b9e586a5f5630fa3d0e7e7517c3888cb78362ae29a7cd405da03a0c',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: 'a0dea041ec1cf843cf7a7039a87f7f31e31ebc2614c2a360ad5e073e69f5b319',
  en: '474ad1b3a85cd7133b81b88bf0d18982ea5373b296306a8facea87b29b37ab95',
  es: 'f0c6c94737e6b291ae0e0268b79770b5b5c283ad305484d072c11ba1a00dd471',
  fr: 'd671b4e697e2123412c4116390337124720c43968acfa3e0461d4b31665ee800',
  jp: '9740296fc1839d6a30dd5131c89905b6c527b3af1a005abd61d5fdc3b38e0ec3',
  ko: '4b51133cfa1a753daa91f743a1a58b5172bbaf9afeec171a75432c8c2c87d7ae',
  nl: 'b246fe7bbbc6f04dfa008368387436867d0f765ce19412c0111a957486fe7e57',
  pt_BR: '77a7e57216262eeab2bbf5ed3c6ab9ca6b47c61bcc6badbf64cb0530002b5dc6',
  zh_CN: '3a7b0e997ccf7a210375f7db7ffd39978377c1c97d8ca1993715bda86a1d8ce2',
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
