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
  de: 'd678079a9689c522bb7c5122fca20e460c0189ac96b67b1b52be10f679af9bf3',
  en: 'fa4c55e96e125cd4abcd0b47ef4dacfbeeef3e01c31e7d6326c82c13ce26fcd5',
  es: 'edd4398ea68b02e97324685b747c52228df71119045a3f19f772b654091c5672',
  fr: 'f83a4309b813bddaeeca9ca0c54fe872b0a25a871d2ee80a328dda55ea356adc',
  jp: '4adb3a576d0ea2bc441061bdcd6f25b227e03f099172dd474111a3e56257ce69',
  ko: 'a00d2da6aaae12d333b87c50c97adf5127ff0182840c9702c3af0c2019c76b6d',
  nl: 'a14846c7952ab99ffa1ef42cf192bd89aa8baf5ea28d8c6fcb7fe175a4b0d328',
  pt_BR: 'e78bbfd8c0995c1f2a2c50a55cf56f3572a0c289c3df2de0038f92ec8eac0508',
  zh_CN: '69242482512d6b429c92f17a0ebe3ecc4bf93c412a452e2e95f924f6e242b8d8',
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
