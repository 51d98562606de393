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
  de: '76dc66044a2a5d796ae90259e65e330b80de6873bac88b2b53051652859b2eef',
  en: 'd436d42e1ae15ef522179764719a3522249800fb183b4c3fb8d7eb1d86ce2c71',
  es: '80098418ac0dbfe59dcdf952a84c686f9fd05bfa3476ca7bdee0532acb04d1d3',
  fr: '702af9e8ccc456c277815780de2a3d0c18a466fc2b4308813342a9cbecaea607',
  jp: '701045b232a41df151be1f531e196b76608a106e784f1b3d3455e7e104b4b1f9',
  ko: '4eb1edfbef12c22889077716ca9c5f06236ef67cd05de4a1d4acc0e5134de410',
  nl: '725d3be867f80231b4bde6a484aa7d22099b79b945c2abb015cf7fa6187b97f3',
  pt_BR: '72830c864672c1b1932d410b83fac86bd63a3bed0fbed2530f1afedc0acbd728',
  zh_CN: 'eb897a7f3782017a6dc38df1c75318a94f44e9d969e6881930a308d96bc9b924',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: 'd4b7163843f729b90832e752d5be5e84bb1f97a23c4737a1933baaf308e031ce',
  en: 'a0d89d8244a2585c30e07a6c2fe5115ecce56e6c53946e3f376bc600a20c618a',
  es: 'be2571fba70ab5e59b688ae1e40452a7ac51bb721f8a36a0f7270a8a33d98375',
  fr: '3bf57637ad45b1fe5c36431a4596e212e3f4322731367b6a198144dd71f4aae2',
  jp: '55239fb8031d8bfe30baf51a433815165b6675a32ea28c563ef9f0db37388002',
  ko: '069df220ac54b668077e3bc113b707770fc90bbca3e02a0f1641c11a6480ea37',
  nl: '63343d1b206c355a2f3299f284633d0d14376427df63f7ab0fe0ac35d5d866b5',
  pt_BR: '5fcdf2ca857b8e49d387d24a9dcdfb56af0e4d3fafcb8a6c89c30bedc0cc8c15',
  zh_CN: 'ab7520caf43d0cf765500952240bee6bbb9da7aa2450cc57c2b49543831d9ed8',
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
