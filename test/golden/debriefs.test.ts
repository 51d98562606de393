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
  de: 'c7ca668913b9cee68c7a4d3a39cb542553fdfe62817225237fba5957895e2f90',
  en: '879caabd243260247dc8dc5697ad54c2aef7adca224bf81a5f5c725613f0a2fc',
  es: 'dc6297013a4906a1f225050cfbe5f7f44044ff3bb85266f2e61ecde4fa072682',
  fr: '0071fca348fd56ac34cdc98914dd29275500e05ac9cf44a9d82a61f515df673d',
  jp: '0372ac52728903d495cd47ed683bcde939edb69ee96b05a8487174a0bccf5be3',
  ko: 'b3fb4077b5dfd72b95302c83e97290977155642a6c925763b9cdd12ee5beea16',
  nl: '596c011d7b852f7f3285d65c956d6d55a2f8b75785aae0e57e9730387b58ccf5',
  pt_BR: 'b289a6132dad6880e0132f29bb665af9d86be4b8bce1ab26631a7ead5954c913',
  zh_CN: 'e1124a0fe671cd0d28fbcc37839795125723999598ca337a3b951cc9ffdc1fa4',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: 'd4b7163843f729b90832e752d5be5e84bb1f97a23c4737a1933baaf308e031ce',
  en: 'ab2162641f21d7cf3b4560123c02219989be43660a5b07f5355c5a9756692449',
  es: 'be2571fba70ab5e59b688ae1e40452a7ac51bb721f8a36a0f7270a8a33d98375',
  fr: '594780a6a0394397df1ad514c450002480f51466402ca1859724d2cadfd9a434',
  jp: '55239fb8031d8bfe30baf51a433815165b6675a32ea28c563ef9f0db37388002',
  ko: '069df220ac54b668077e3bc113b707770fc90bbca3e02a0f1641c11a6480ea37',
  nl: '504cb893c8c30dd52926048b7ffaadb2241d102f6e9934e1cdd0a64c58399683',
  pt_BR: '5fcdf2ca857b8e49d387d24a9dcdfb56af0e4d3fafcb8a6c89c30bedc0cc8c15',
  zh_CN: 'a6dfc79b361de905930e4e76b4561ec6ee70bd548bde4668f85e19630b4a8458',
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
