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
  de: 'e468d0c77bf7aecae6b5946a2726c716800e32e39021b69cc1ed0b059046dab7',
  en: '468f1705fbdb844a2e2ff6bdaf250ec83fcdad5feaa90fd9d756ec6a47dc0ba0',
  es: '94e682fbe4c4e601f00d33a8c258ebe268f368deb3ae696e4958876d6f1dcc05',
  fr: '4cbe4dfae107be628987948ddf4f5f7a99068275026f178f4904ce9f37f4d9a1',
  jp: '617f4f5b4416c579ffea176b7d4e93357510e414b69a997d25afc3f7cdd45c98',
  ko: '6971f595b4546e044c74dcd80b5f17fd7ab4246ac550377efb7c41389deae078',
  nl: '9f3d121a06d30660b975b9ce45c2567f29c30e22f6a1050ecd4135ba54fd95f0',
  pt_BR: 'f0ea30426ff8dca9686cf4e5440d56819cffbd144cd2f74446406e783294bb1c',
  zh_CN: '01f59c36ac933ecb24f5606ea564bd01e6e10be22d12531cd7723c2b9329a37a',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '7ad8c9273af55fe0e1685d98a5fac8c079ad75b3bb6ea870393dedda90b1004f',
  en: '0e1d245b7c9230522e489e07b21a52e90bc194690065f76e87b5179b6b77d19d',
  es: '3b14cb8fceaef02a2b0d5613f7b9d1fdf3fc1c93131f23dfe48fdf7d34aa5e5c',
  fr: '41ba534e3a71c4098b5afd5f4be7630605aa05de336b583e3a669e290bc4724a',
  jp: '668e21f0f364c1ab14c58e4273cfbad8b735256b1d5b8f4f872972595151684d',
  ko: '272644df2fc19741d11e96796dac330e1faf92c9c08e20097b26644d807b9e64',
  nl: 'a1b1075efd59b2217e6868ad79a89854ec59b6e8bd287a0f4667405b26159c0a',
  pt_BR: 'ff103ab04d404cafef147b084dc79aec07621a9abbe0f7a2af9df897619fd851',
  zh_CN: '04e8e669fd0bdac3ded38755ce5269e2ecf8a8ee1701e3c30fd9b18bcf329760',
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
