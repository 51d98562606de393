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
  es: '1da676ade9c9a456d84bf0efdad73a6b67f01a26d6efd356efc8121a666177dc',
  fr: 'b97619ba7983b3e9456e6a340858e725298e3ba7f5ab4d9ebee29228fc7b2937',
  jp: '1cfe11cb5bfda2f31783727484bb72678a2257f8ce0fd395efb31286f47ec7d2',
  ko: '680bcffd189f102ea951fe257b7fc9cbc36963bba1808664956206ca753119be',
  nl: '8d2a531c2da847181d7efb9c5de2c29815de7812aa8056b7693884d10e010498',
  pt_BR: '1305b6deefded8e9957584e18acf934ff61057d6546d92869d7b2b7781ce1992',
  zh_CN: '2055abdfaf4e6fc72fa17fd82b4cd2035e5feb54f0b66a1e250f5709c1dc8df1',
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
