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
  de: '31a4f61cf3c6910240200bb23626d26c81cae35ff7812721c087bd8c00362fbc',
  en: 'bfa0ee07bc7f90b24a11736e4d081afd46996b83bc8c699ba4a9e27d1dd4006c',
  es: '0566c343eec1a3092eecc1d6e46059f46ad16ace2c1d8f61f9907bf1629ba367',
  fr: 'aa02b9b1c36ced9cea09a9d71fd18d10b7b115e0e6b3f38112f30dfa963ca1b2',
  jp: 'b88b87480ede8fd414e8ee4e6ee7102dfefa06923c2d246122313bbe5d24fb05',
  ko: '59ef93aa578bc5878577163413269573f9e04354dd4f0ab488f5cba15e7dc38a',
  nl: '26ab26adafd490bbc946cb0b601508bc3f2c987f542cd73b25b3d862695ba852',
  pt_BR: 'e5a574d7b90ef7938693ceecdb026c28ffee761e7f8b9824d1daf4e0736608cc',
  zh_CN: '4dde8795309ecd53b0bbbc29df608c038934e30caed5e03a52b8607e9789b51c',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '01e331ed438aabbff4c27a0352233f57391ab9a554ecd278ec82508a4fcb8bcf',
  en: 'da1ea59d78f64a49435be531fefe4ccb00710eacb2af99e607717259eb6327be',
  es: '18dae390aba86db3837af0111406a491122d12b694f68a3507ed0905d262e531',
  fr: 'de642155d17683223e7d08e7e82190f83472f35df2c418fdbc8ac737836b8905',
  jp: 'bfc630c4448b72ae2b64d7c0ab7c253c143b1f19a954477df7728badf6bf1535',
  ko: '24ccbf0b7696b1564b48735f117762394554d8ce43d252b3a685baa5c2b75d1e',
  nl: '373ebb9e6cc391fc6b4f5e7bb6689530f5a999323d7395b58e9308b6d3f7dff9',
  pt_BR: '92c876ba04c31740bf38e1e543d1bd1b855af18deeb11794c6ee899dbd9738ed',
  zh_CN: '7d9a48372861994e648e930e8b2e4584939492addd0f2cf9c457d3a65f4a6945',
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
