import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
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
  de: '8ed0ab072ff1f0e6fd5ad1aa1fbb47df28ef075c26de57becb6e96a754200e87',
  en: '14d446c37696daff5446277f70e2e0fdd9bd884d34f849c42b0ea22eb6b6097c',
  es: '6abddb12ef2f340590375116b2fd6a6adf48bd6f1e4108452e438293ef006b1b',
  fr: '7e05852e0425c37c35a65366c33e235ae787099517ed0c6a5b2782c7c53e4ef1',
  jp: '45ecde59b5b69f9d8c6c690a15b183259ff9c0025daa01ae12c5d664317681c6',
  ko: '32b1b76fb3c5c92ec581128cb796e52dc2e22b77365c0685f9386a32ad5e7e59',
  nl: '6517453b1a33744a8eea1d994b214ac835cb3363be89b4e48efd7a3fcfa7ec5b',
  pt_BR: '8e5e5967c48e4823db53ae761651b2ad6c4c22793552aba089a69f37f3b6136b',
  zh_CN: '961cf2e82baac5d2f18e06857047581cf0afd9c962b7dfa04d868413d9604c20',
}

const people = goldenSheets(700, 100).flatMap((sheet, at) => {
  const facts = factsOf(part(sheet, at), at)
  return facts.focus || facts.disc || facts.core ? [facts] : []
})

test('covers a thousand people, of every outcome of quality, with every set of assessments', () => {
  expect(people.length).toBeGreaterThan(1_000)
  expect(new Set(people.map(({ quality }) => quality)).size).toBe(3)
  const sets = people.map(({ disc, focus, core }) => [!disc, !focus, !core].join())
  expect(new Set(sets).size).toBe(7)
})

test.each(locales)('writes every debrief in %s as these rules always have', (locale) => {
  const hash = createHash('sha256')
  for (const facts of people) hash.update(JSON.stringify(debriefByRules({ facts, locale })))
  expect(hash.digest('hex')).toBe(golden[locale])
})

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
