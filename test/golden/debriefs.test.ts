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
  de: '42c5e5af4c237c38528f173cdf28cadba3422d6b0ed299bd6d9e03a29e011dc9',
  en: '72555cd9a162ec722b4b7c63cf47ab76d91cbd7f0bef5b1fce932bc91299ee26',
  es: '0f72c0367f0c56fef9019721b4ed37be5344f7bb3c0a7cbca0bb08e082b2272f',
  fr: '1e7a84d78008e511dbe8d48e84020bc1977de49ad2d1ac1b3562bbde507704ca',
  jp: '58024dc77a051101970834fd9b5f344bf8449645c70cbbeef45be10f56d3646f',
  ko: '398ddfe60e55cdc78c005b44947e5e0de9c6255019249d20fd074f2b7e56be1d',
  nl: '646cc765241300fbd5a717b9aa2a8e4e4b95ff3eb4cf613e6b6d3e5d81c4a721',
  pt_BR: '5e11f7a035299709412949d81db156a9757cd4ea02d9b390ef34100742019308',
  zh_CN: 'fce0fbccf9acaaccd7be21ab4e822491ce8b61fce02db8bff12ac94051f9b10d',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: 'b04ab1b6b28a7b97ee5d0e201ca4375df5d824e119b12b73f4cbe15119628fdc',
  en: '22196f8fa0febd35712e7551f66ab6021efb3b63b77cf9120a6901364f870fa8',
  es: 'cfdc30b316a52947b2ae04812b942f5271df3a39bfb2972824992d5840c141dc',
  fr: '7aca247671c9b71a76b7d3e3211ed3cc6310fe97141cf7047d3cf917bdc1f831',
  jp: 'f036df70eba696264afcf2d7edee30d70c5ad70c3b20e8a459e4ad81f0286f42',
  ko: 'fc2971307c8a11bc8746988563703ab802f660ccc33a7253ee0494dde58bbda8',
  nl: 'fa6905ce2ec998a246f23059ad10876be614cf3837a9d869294f31b695a64458',
  pt_BR: 'c63c6d30e9e3132229ff6dcfbfa010408b5423243ffdef78e260f439659fb96d',
  zh_CN: '163b6926658e45f8b6e383327226df978cea9b6e6c86fabccb69bdb287919b7a',
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
