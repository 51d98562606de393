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
  de: '6a9cdb82f240115966410eed76a15ddbb22029e529cb17a8260a42f3657bd9a7',
  en: '19a054f1fb32e001f9c4f1dcc2be6d1e200bec354afeb7667eefafa9e8f9dcb2',
  es: '08a0894b05e9603be349595d66c4d768e14ae7d1304dd036b66105ed4e98e2f2',
  fr: 'ba8873f0e951b81bc9cfe65c32d3fa1c200b2ca3453e30fe5d6a30df0cefc83c',
  jp: '9ca2251d9d4dbb98b6270cefb4c66d1022776e143594e5eedea4055ecfeb3c2b',
  ko: 'def21d60387bd3fd786b449c746d47f9b16db37a4b12ca236bf65b67780ac80a',
  nl: '577abe653c3f7aadf96a6f4502f69b298d1562f76182ee586db41d0b9d6f0da4',
  pt_BR: '5e13fd05d61f4b8c2f5ecceca18d2d0ebd6a6067b3e5daf9f1b12ff57efd250b',
  zh_CN: 'b5cbf3bc88abd17804fb4056c9c63bfe427b1f70e556349ed3de67497d6f218b',
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
