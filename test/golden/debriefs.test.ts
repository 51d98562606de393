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
  de: 'ecdbb1ca636a64cac8f6c7a7fb1811b8b5ec1e475b1876e9a03d7449d703a05c',
  en: 'babac624078966bfa424678ac082a5465c39752c1cfa77cf2c48eda2b0834b7d',
  es: '793ab992271cc731b7aa6894ccbcede7d07afaa4729cd6f77721197069bdf842',
  fr: '6de7f9d2346b0a2c7602fa918cdae506e47a13191ac1b1440e7ef18b663796ef',
  jp: '9b735c8bb4f296bba84f97e9ab372b15092da5bdd80fb0c3348904a283ccf15b',
  ko: '85f3a0e8960ad0c6d0723d531dda18fc6219e79f9fd7aaacea9bd9b17a0be7fe',
  nl: 'dd26bab5414ab6dbccc476212fbe243ca0c82cc34ccdffa7cbe3105ba23885ee',
  pt_BR: '252a74b7956ef9a878cb1f72811350ed9c4a9b83dea5b614037381fc656a7a1a',
  zh_CN: 'ed0cddb3e6171cbc5f8b3db306f4011c2a8a46438b2ca66baf0c150f421a75b9',
}

const people = goldenSheets(700, 100).flatMap((sheet, at) => {
  const facts = factsOf(part(sheet, at), at)
  return facts.focus || facts.disc || facts.core ? [{ facts, seed: `person ${at}` }] : []
})

test('covers a thousand people, of every outcome of quality, with every set of assessments', () => {
  expect(people.length).toBeGreaterThan(1_000)
  expect(new Set(people.map(({ facts }) => facts.quality)).size).toBe(3)
  const sets = people.map(({ facts }) => [!facts.disc, !facts.focus, !facts.core].join())
  expect(new Set(sets).size).toBe(7)
})

test.each(locales)('writes every debrief in %s as these rules always have', (locale) => {
  const hash = createHash('sha256')
  for (const { facts, seed } of people) hash.update(JSON.stringify(debriefByRules({ facts, locale, seed })))
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
