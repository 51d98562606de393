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
  de: 'da2967725a3c20aa2ad14fdfd1551969d043cb0cc0416608246c7437b514b31a',
  en: '13c1c1fa5404070acf5474baf00c87facd91a95302a2d48f9efa27dce323aa05',
  es: '7cc15507ace021e34f8282748a65243d90305a86be05a8ee76daa80a3875fc17',
  fr: 'dda2abbdec301bd0090f26b1677e07d27f1ef7d3eacc85511781a2161aaf794f',
  jp: '779d38cf1a7d709a83f47e477c6e9dc1b3cdb6d4fc7cb821daf6eef22c69657e',
  ko: 'ff2c5c86227b853fbb242cc260200b06dc65eb09158a14265174542fc43296cd',
  nl: '02233b54fc134b8664e0d93b3eddcfb02faf24e91e7a5c22ac8382f0337b8251',
  pt_BR: '21246b8808d88e47d78df3799b713d742f5f9364cf5f444f6ae4ae292b13e904',
  zh_CN: 'afd61703776f466b1fc73556c225a83d69df1f6a5d56bafa86af69176265eaf8',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '6c0440becd030203df786d5c582b66d44b69bd997ac6bc61a0ee438805790c1f',
  en: 'fe46111733868e84a8bf1f8cecd0619454b6591524935a8329dffab06b4a8afb',
  es: '2b677a1e82acf21a7a3c2d5a052a6a157fd0589cc91dce38e07e8504be57f0ee',
  fr: '1c9f723e85e4ec677e3cea925e4dbe149cb2c095cc0ee542d250861e04d6e262',
  jp: '0194204abe34c3f7df52b0f3daf2c6e3f6eff67f4563883fcbb2e13661fa0f64',
  ko: '762dc55512e02d276726f2773c671b0b471ff9628ecedb6c4d70e4a65122c45a',
  nl: '0afa509bac3335203d5fa938f6f32096a2fec5ac790a4ed3567e9c2fd879549c',
  pt_BR: 'b8bd4c61c8cadb160838476f293b38810f83bd348937e8557128d57b9fa500e9',
  zh_CN: '3be6c8f47d6e69e2268a98630e7156758e94aa9076dddaa6442c70a65535752d',
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
