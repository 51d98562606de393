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
  de: '2ae7cb6428f938a453eab0735134a8aa326aaf53faddeef4e5213bb27711d711',
  en: 'cf6ddae6f491d45f1464399458574d405ed170dc83268c538cd7257150545b7a',
  es: '088de81786b147828ffcb6b91551a1e428b84579278b61c70fae30c88a3a6e41',
  fr: '8907fe954fbb0a638e980f887a9121dc53f74d1f0875f51a0dd3a08d90d17242',
  jp: 'f3736b2071bb30a415386d108a5c51f3100e527796cc5e676c4a915bd69ea684',
  ko: '1cd50fd95badd77f44ba8001bd76c04a7699b412754aada3dbc6dd7a8ecc72d2',
  nl: '53108662e0bc2ea9f10b4dfa3581ba88df7fa6fbf85d6b74f82ec30e10e909e9',
  pt_BR: 'ec41c334917bbd38b17e3a0e161c46920ffd844bcf3f8b9cfd2c99b6f44f663f',
  zh_CN: 'a48d0dca23db94b3b6dc49bb41321e1d5352f554bbd8c6bdf90ba8de2254d851',
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
