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
  de: '6d2b3268b818d3e67fe6c1586234ce7c5b4c40313521451e846a31d01a92afa7',
  en: '535bf87addb4405be660028b37de67e277f0d6cb69bc39ce31861c6cd1b5731d',
  es: 'e240d483149bbfdf41336b423960d13b74892fb25c59fb3799e54ed740d21127',
  fr: '6af5daea2dd56ee6fa98ca04432df70b7986e9b5d94ef99dabb128390eda389f',
  jp: '7a0c09af4dff45d58268f561216f135982a83a62c5f5dabbb61aeb32778dda99',
  ko: '9e801068fbf4e39d2b90afb49c63913a9d604f9c9dd31c6fbcefa9646f211d61',
  nl: 'a0d215a6d59054c1921bac2d0227a8ed3546340073acc15baef95a4ec8362b2a',
  pt_BR: '6607e57758e49414584e48e942bb277ce7023608e218ba99b3276bac71fbadf1',
  zh_CN: '5cf4d3f99a45ceb85922a859f8e43133520bb026a7aef3cdbb5e49a76967e7a4',
}

/** The same of fewer people. */
const goldenOfSome: Readonly<Record<Locale, string>> = {
  de: '635fe0f75d8b947e69ed1269aeb45ae763493ddf6d572ca57751ed040980e9cf',
  en: '4e67909cece5451efae998ae8c002d01264bb8d135699e0c4ab3076493db0353',
  es: 'e936e92ee99badd8a07f75b3539da5d02259330dea142207ee7d94bef1f67499',
  fr: 'abbb7bd0512c04891f5db01b937d50a202972ed6e5ddc512cb4cc38f55d0da10',
  jp: '4c08b860134cbd7150c2c7dda0a7647ecf69fd2c28f1536a14d0da08b0bf827f',
  ko: 'e736d26a24379c1a7537efa9428280dc901c4887389ca609365a2780f656bf44',
  nl: '331ae2d42e909811bd1938bf5d6214e71ae4bd60a86d926cf224974d89623f52',
  pt_BR: '9379d3b2d271f0a7321bb64d000864f432282e6317c262313845e4bc52bfbdae',
  zh_CN: '13801068f38c5e85b217f7a1abfc96eff16b00ee87d1669d3ba25240e3348aaa',
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
