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
  de: '778c17a3b679950d9684d68c0293a9dac481f630f9c44227d6d33f87f755c8a8',
  en: '475a212c6955ea73126b73dafbea416ab5f3645e4eb46ea14ccbb90426390f9d',
  es: '4045a3faff17db5ec787c86baf923d2314353116cd897aa92059ed2d4c346084',
  fr: '3a4cb7f02a345d08a948a0ec36e3d7982dbcc62bd2a230880a06d811358354e5',
  jp: '6ce7f68291d97e1741000eaddcfd1f737b74f08904ebdb17a11c63666a7306f7',
  ko: 'd26158b5b7fcd30de4100baf7443ac44091bf1b08525a56d9803d9216729c6c4',
  nl: '9e42fbc44cc4d84f1dd417928c61b083aef8d78a57666a044d35fa18fb57a157',
  pt_BR: 'c4bffc2887fb693344cd59d992fb83a16cd06fdf5a1b4033bc588d6d286509f8',
  zh_CN: '0ded6c427b9e586a5f5630fa3d0e7e7517c3888cb78362ae29a7cd405da03a0c',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '1db9676d574e57c818bd2abb2d124085fdf89e6e834ce260e5104d43f3630b79',
  en: '296e15be61240bf1a3fbbda3a3903727450870a9b06f360dabaae25b6705e7f3',
  es: '201f0e870a32e091db09947a1ab53554a0b7be2a2a17a0eff088ca024edf6c33',
  fr: '5b2886d12ef8983433644192b312ca5389e0e3b9f0048b1feb58342812d10afd',
  jp: 'd84cc8c45cca21f1d5acb2487461f17c83b4988889da301c2a09dd36284b7f82',
  ko: 'b869a3f88006045ae0c456acab936e60d470ccba5faa25378a4ab8aadb539f5d',
  nl: '81d79fcebaa3be6aabf2b2563b43e9a7e2a3d7a06b4293d5783a9e75c98fe124',
  pt_BR: '35d3a92af2601e6abf6f910dbde80ea8f779e35bf1305ee918de346694932f32',
  zh_CN: 'c09a5b259dca78ffa9daf0f612dd70eb61a8bfd4fd77182a362580e73a076072',
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
