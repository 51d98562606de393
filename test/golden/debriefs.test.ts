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
  de: '4bc3b3cdd5b5f9d457ff0203c2ad845d7206ba5f041967bc239e78cc68952e2d',
  en: 'db11bdb6c9460a6ca4a1b839dedf6e186d9f93face8e253a1dbeefbb9c8ec930',
  es: 'e155482859390daae2e8826317d2ddd0da204c30f9fad016aee2ca40f2d72750',
  fr: 'c9e2272efb5aa81bf4572f5167265655d322679d3bef0f037f0f045711016464',
  jp: '764e699d3b66784f0a9d4e5a98a3b72f44a2a5cd0ca905651a45807a4f22ee6c',
  ko: '4ac2f154ff95a983dfbd0737eb3c8a2a318433df6c78f9b18581cb06fafd0877',
  nl: '3ff181862f111669a6c1ae9142f6753fd702fa78b970fc9735ab33802f1e9813',
  pt_BR: '55b97e24e2da0af0457323b0f1b3fd7266c54f7a2e4be64fecda7d1a16e76401',
  zh_CN: '9ee3133c1d5c6b3b18a7302ba08f62d8c87729eaec83707ff5233aae53dc7f53',
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
