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
  de: '6170f476251a516a6eab724e088bd26d10eee61df17ac9d026ea718894bc996f',
  en: 'aa92c7f69f5a186a47d7d233b7b47dcfe80f193e88ed98a805cd7fa2953142cb',
  es: '27ab16a82ac3d2c8d28f3085ae34d4c7cd34c907227d3184454cc84c17057499',
  fr: '8c11ba146b48d13e3ae488301af9644445babe2319a375f9315352f13aa7da7a',
  jp: '318bf5c8e65510fac105ba6ff9a8a11d6fd1a9bc650792e66d80a071c855a3b5',
  ko: '5060b8b7e97aa3d7db77c546730a36fd56c9a44e1d1b87eedc78d8b45511140d',
  nl: 'd61701821aa47fe713049b212337dda2442d31a1d9c80ce51e64482107ad32ca',
  pt_BR: '44fc71c81534b33e531150b19de2053811746a7da7788a3fa18e8a8b5bdb04f6',
  zh_CN: '4ab058896b240deeae0a1b6601e1c9a43bce515d41819a8029abef9a98fb0f14',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '8ff70d3fff75baa735b02661cd5282eb4a7ef6b7dacac913c29f997f778b8348',
  en: 'a5eff4e2577f72b8c7694e2662616f22b7975edf648d40f948559bc4f5a20474',
  es: '274ea3d71ddb65f834bc74bb32f829b83b95e5205d16372453606976e057f8c2',
  fr: '877004bed1de5c20f6c64315910c55251b40e4fbfea367c78c67abc942589a04',
  jp: '1ba18264dd89e2f493103a2912afc287a431cbc0d363683a0cc91f1974b39367',
  ko: '6cb451a3cf4c05f8786362490ff9109d994b793554d692b69ebfccdb5942cf20',
  nl: '361246b086b8a64faf6dcbb89a2f50fe5e5ad511db26de9ca21a78a974b3a8cd',
  pt_BR: 'da322c54b1199af5a3e71d4e1e7a75d734ef6c7ebffea3442d464306ef439b11',
  zh_CN: 'f2bb6935032a5ad375e788eda108e81c4d57ebd31ec58100cc2671c3b99e63b2',
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
