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
