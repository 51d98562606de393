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
  de: '29458634424dc1187e4c57e9bfcccf1b34d8481210269f0f9023d9b586412ce4',
  en: '88186fe53e629ccc9030bfc1a2018aaf9b47f6102b449656690f34ede57bcb0a',
  es: '393e2e7bd4b36c15814bd1e3b4813793dd5cf0e6d9bb88d37482363ba90a0d9d',
  fr: 'f138e1275b72235c2c5f568311a6fda89dde7389397b3b4d425a513590f23c9c',
  jp: 'a261d8588a94626f037e268abbb21b5d7103abd9193967e6876ff5dac9301849',
  ko: '3f6629aa6b1a21b828c59b43c68b912fb97731aceab9db5685ab7eb6b1331866',
  nl: 'd4e7f8cd9c89b840a4d94f89f1cb7cde7e19afcea30e289bcebbd025ad2fa1bf',
  pt_BR: '6f143218173303cf8cec53017158d512ac71be66ebb2b14ab68e7dbba1142799',
  zh_CN: '6f77c2fd1f7012bff9827f6858279b9279ce6e5db360fac9ab35404e004cacbf',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '7bd284f7c785b2248fb87feedde57fa5abb22dea462df00d5f74804f7d85dd2e',
  en: '77ad248114886247b726ee1bb21065b016c81bb983e0e725c62a0dad65413893',
  es: '543cb9bb14b29d7785ea385556590db5d2e7f138561487ec416d5699a009215f',
  fr: '17ae1de4678439a881c0a878f90a3d5648865ac543b3aca813ea9257da4b56a7',
  jp: 'f9038db37353d8302458ab6a1fdd070d684f1787b18f531858ed593153a69e30',
  ko: 'f974be84f4217c1006cafd8ca1342d3ac8a62251d84f89085fc9cf9fbfe37c99',
  nl: 'cfa9ceac9412baa72805bc9c0b68464d2ba04d33cd374dc7190ed1c0aac846a7',
  pt_BR: '7fceeebaa637806f624faf8d1c194cfd097385aa0f579593c85659da27d37205',
  zh_CN: 'd16dda439616a54b1826d758e8f330367b47dd92b82c7bdf7d982465ab52e899',
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
