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
  de: '2217cfcf25c448859f7ef66388b5ce9824ebe852d0ad69819945fedd13468b1d',
  en: '77d0b1b31a38e474516a5b83ff0ec6b8e84e9530374714ee95f0e83b52084f42',
  es: 'cba42aa602bb8150647278c8ded16d4d2c5c478ef329273d66318ac996766570',
  fr: '81ef4373c72503e506ea958be930cb3cfaa53940a3e6201bdd875cb4d21ab129',
  jp: 'b5f0b6fa4afee0b7d16211bc8ec068bdd63cfea009d923623106acc480823ad0',
  ko: '96187aba1b229b2a8e7895b4158f45dcb5ce515cb037f9c61709f801347725e0',
  nl: '14cc85196d8a67ac632cb6ebc9b652a890f983e2e98e7cac950747265675442f',
  pt_BR: '843a82d44bcc6c64f6a598d418af39fd0bf491220b11234d85adc928bfd64633',
  zh_CN: '2a78f40957b2e3e1f0bc08b5636fc8399b8173db13c58c07d49d00d389e34c6a',
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
