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
  de: '94c1e7036bdae2b7aa3f2f89e1b033f28cfa18ee8c9ef3245c5bd1b669809255',
  en: '9593ccc2ebc831100d74aa28c77f4641c8a75454c31b96bf7cc91c706a2ea236',
  es: 'f1f31e7affb4c1f373fd0e48b453c22fb8eaffc302e2f256f4bd578ebf7419a0',
  fr: '4a0be0a242756b6a8bd4bca1593c7fac9bd53bc4ed43aa1e65b845c42e830622',
  jp: '4491887ae403b58c9e95713fe3a3de177a54b2680db6aaa5f2b5f724fc27d321',
  ko: '0f1939b461150957ef01d509480dfde4f65334a800723fb89dceb8fa0209af49',
  nl: '60ee3440237971da42d75c8284b96f10e575ffc940eac49198c4f77b377e60c3',
  pt_BR: '9f0037ac11915a6901247bd81a5117db8f36b3aadad65acf415eb21d20254faf',
  zh_CN: 'b87859f192ca58d26a28970724caf3428a2653b97b66d7a54aeff9a290f14b60',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: 'fca9c2f4d439249212e62ebbd15de82bf7f4827b17f009805680045d13be9365',
  en: '529eece9d569abe85e473f43b91d18d2dcd29315aa28a5306e7785d6457ba19e',
  es: '7980d874578e25d39e1adcef54c7a6c9bfb749bfac57580d4bf6c2e3d0f97b10',
  fr: '0776ebf6c7d88e7962f0af638afe984424894e2211a9e15410dcd03a4871e81c',
  jp: '2bd1215e3eaaaf13af70db1076e40bdc0c6199ecf810025db469be7b5a4dac67',
  ko: '9741db1c6319dfc76f210185bb0d437d45921ed1b6eb9aa4bda5be715a6972a3',
  nl: 'c2c970f0a7e35d474a3dd398d7759b76f48568d1c111b2da0e0838d46130995f',
  pt_BR: '6d29177be8d8f0a515f8d2e4af90c771f28202b2328a121b133931feb026615c',
  zh_CN: '7fce3e29161b600152c45cb225481b2ba4835d98f24dfe55756aa6ab3d796a92',
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
