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
  de: '222b70a3894372aef54064c1840c918e7e3d14ac32a8bb2688bd811522d8e809',
  en: '0ec6231c0a82a5f3e082d509af4295385b820aa0ec433389db9835b677aafc5d',
  es: '2846428ee9238969a448215b2ca4aa148c1643a97835493e1dea178010099cf6',
  fr: '74568909fec9394da680ce5cc71cc7b076917d126a21a4323bd14324ee14126c',
  jp: '7ee999c61c5597c4ab419fee6ad1f7155cdbbed3512a8f47eb42ff7f5e3c1377',
  ko: 'ab4b8e83c31bf1536399070b8aba1cfb0810442ff0daa222e3738fc8e7314b79',
  nl: '7e8b9d461dd7dc670f4a4dfcd0e21d4e99773da4a6ff9b423ebb6edecdeeebdf',
  pt_BR: '79128d911d2fa738ef3b5a018c5a0947f0ab2398f2067f3688253df2661768ed',
  zh_CN: 'ae08a8288a225a5f4fcf50c61a0e49b1caab7fac43b5f12bc3e2ef10cd0f751a',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '56038ff80ffc60927c4d8797971019c671941db82399bc400270244227111a9a',
  en: '7676ef1810157e1a42f38fd5d0d878d8aa5d887c939be8cb79aa9c798c99a46d',
  es: '24b16a51a4662c5202eb58f98a03ab1e61022b55120cf980f83beca8135e8fc4',
  fr: 'b7d1f2c7f1369683e083ea8ecf27d550bce2e4ae3e5bb60e7dbe72ad79706afd',
  jp: 'c4fa7ccbff44a731622fcdd24a7fd07752a5df32c0dc702f4546ad16680ad3a1',
  ko: 'f0cb04be517657392e00cf7f1771b73cb6022cbfbd97a1d9e4ab46b26c0cb2e4',
  nl: '41fd35ae29d29e403c29308ed2538fd179e95c0f443251bcf7b36417e0a92013',
  pt_BR: 'f218fec8e64058ba80b9615c71805d736ebb05694094df4714df12aef5f80971',
  zh_CN: 'a6890b36c02a65cfe2fa3245bcc9488eef90529c55c776a042876a006e839fe0',
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
