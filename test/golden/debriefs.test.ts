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
  de: '2f329494f0985a18e98eaeada7a8f159a78206ca7ecc61f562d8080d544c262d',
  en: 'bf839aac433216aa3499cb1df34d9fb0fde3261fcbef921c4874b1a4133a843f',
  es: '5e03a9d557139f2d642d8ae846635f7fb0d24e3549520892cd4248e4c096ee6e',
  fr: '83235a01937390767a8c91d44afecd7a667718f9174dbee04f87d59d78b9a8b0',
  jp: '5bf160e52f9d87cec1b73eddacf1bf1cf27aad92232ad085acc0fa7566029643',
  ko: '46c3ede52c40410b7654961a529bafe540a7846a636a8ac3396540740c7f5d3d',
  nl: '66fca3d8458ca71f79f0a974fa3f34cafdfc52b74a5f2ecf3f8ed00fe165218d',
  pt_BR: 'd9cb11a066737d9458c9c0e021ad59fafd486a579065db4a69ff88eec6e108e8',
  zh_CN: '37e195d63a35edd78ecf422624d25ccc6ea214209459d3df2b50a8ff21c0d13f',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '6a04e79029be6f315681313fa2ea8616dd75cad37aed7fe53ed45eabb080da92',
  en: '996041cc083f4851868b2ccf437ce7604dbb6cca14a6c234967bc39d842c24f8',
  es: '7cff1c9a8cdafd1f23bac253df86905772dbe1a2327957bfc8f0a34771d2eeff',
  fr: 'ca351ca3bdacd5ae359c674c00d982639489bbe8c8a1fbb36a0e026ceb3e68d7',
  jp: '955f6539029f73e5c1c003d8148d05e4192a0dcb9e52954f2d741bb52f437871',
  ko: '52d2d6b5486dd5eec724289931f5013b526bcaa8ab4ef813eb89a02209bd991d',
  nl: '73ba14796d9dfa8f606a646d702ccba7583d666ae7a1008450145f84c5ccb724',
  pt_BR: 'f482a3b620ba0a39708398d4e232ea18ca6f5af58b399fd77ea8f5c319771059',
  zh_CN: '3448f24458853ca5f150e2cc4f1b0dd0b4f3f1862c992bd1aae5feaf28adf696',
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
