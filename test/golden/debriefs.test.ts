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
  de: '18f8e357ea9a70b895ee60de6c01757652e72ad2d7b1bfa11a4848f885fce56c',
  en: '273912e796b36ede458b52ac0c7c23c3f7f08cd59e21b942ca91dd1e7b95f00c',
  es: '761b4a058775122aa584c7bb9164f3f2ecd527593ce35df6f482c92bb8d830f8',
  fr: 'a5cc25c21c2476897b4ddad6f16a727ce743f3f0f7e59eb177a3fac33df70da6',
  jp: 'bb69cbcc7dc8529bf7e35c21ce5a6908d95267ebab11e7949eebde4ab7a5d699',
  ko: '6875865c649d9dcfb9f91a47409ece6c875ef92e01e1efc604e8d69a3db1b7de',
  nl: '3b5614d38ade317fdeb254164adb230790e83f97f8c4d85666846dd66f0ae778',
  pt_BR: '0d17c7c68b51d350666eebe72e6e451b7a6ecd831e9d2d7d358253195769a692',
  zh_CN: '20eb2c54fd06d1eb20e9d1b55679d30c397f8ad597d5505384bda989de62073b',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '177dc6922deefc7d36bd11dd495ce9c1a42e7b6b20dfa07f8d5f9fd6293bd105',
  en: 'aee4de041cb622ee8887aaba8d9b5b7f22be7032141c54157cc786a381f126b3',
  es: '3685795e6b22812ac405c501eb816a6a16c8ed4d1aa3d12c48e1bdaf45c12236',
  fr: 'da8cf9d991dc1d3c3fd48a002cfb818332aa1f635147d037b04e2484a6b93cea',
  jp: 'd90aafc6c7839a33327b9a509d5aa76cf75427d1ab5ae66fa80d45fc0c298b86',
  ko: '75b0fdf8fc2dfb4cb75cd17e3ec2385f1051ccb029bd57d91b0ba7525b5d2b3a',
  nl: 'd24967e7fa1f1a76cc423f9e1faf54a268bd594dd2f94323a1c1354a0ff6a054',
  pt_BR: 'c6698da4d99d3dc6b1c2d57623c5595d4b471c7d4074b0f2e0a281d96bb2ac39',
  zh_CN: '48264a3aa2783e4b07b19840a1a5c44a378eaee86c1e991699a4ebaf00e03398',
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
