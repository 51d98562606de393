import { describe, expect, test } from 'vitest'
import { buildSheet } from '../../../scripts/simulation/build-sheet.ts'
import { simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { placeOf, readDebriefs } from '../../../test/support/read-debriefs.ts'
import { locales } from '../../contract/locale.ts'
import { composeByRules, debriefByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'
import type { Piece } from './pieces/piece.ts'
import { debriefTexts } from './texts.ts'

/** Whether each sentence fits the person, by its place among the English texts. */
const read = readDebriefs()
const stating = new Set(['overview', 'impression', 'best', 'pressure', 'drives'])
const joins = /^(relations\.|letterWithValue\.|values\.\w+\.(fit|gap))/

describe('a statement that someone is average', () => {
  const average = /^(traits\.\w+\.middle|styles\.even\.overview|flat)/
  test('is made only in a section that would be empty', () => {
    for (const { sections } of read) {
      for (const { pieces } of sections) {
        const vague = pieces.filter((piece) => average.test(placeOf(piece)))
        if (vague.length > 0) expect(pieces.filter(({ group }) => group !== 'frame')).toEqual(vague)
      }
    }
  })
})

describe('the note on letters that are close together', () => {
  const noted = read.flatMap(({ facts, pieces }) =>
    pieces
      .filter(
        ({ section, evidence }) => section === 'limits' && evidence.every((id) => /^disc\.\w$/.test(id)),
      )
      .map((note) => ({ note, facts })),
  )
  test('names only letters of the style, and what in the text depends on them', () => {
    expect(noted.length).toBeGreaterThan(20)
    for (const { note, facts } of noted) {
      const { style = '' } = facts.disc ?? {}
      const named = [...note.text.matchAll(/\((\w)\)/g)].map(([, letter = '']) => letter)
      expect(named.length, note.text).toBeGreaterThan(0)
      expect(named.filter((letter) => !style.includes(letter))).toEqual([])
      expect(note.text).toContain('this text builds on')
    }
  })
  test('is left out if no letter leads, because the text builds on none', () => {
    const even = read.filter(({ findings }) => findings.some(({ id }) => id === 'style.even'))
    expect(even.length).toBeGreaterThan(0)
    expect(even.filter(({ facts }) => noted.some((one) => one.facts === facts))).toEqual([])
  })
  test.each(locales)('gives the letters in %s the names that the advice on colleagues has', (locale) => {
    const { letterNames, withLetters } = debriefTexts(locale)
    for (const [letter, name] of Object.entries(letterNames)) {
      const [word = ''] = name.split(/\s*[(（]/)
      const [noun = ''] = word.split(/[ ’]/).slice(-1)
      expect(Object.values(withLetters).flatMap((texts) => texts[letter as 'D'] ?? [])[0]).toContain(noun)
      expect(name).toMatch(new RegExp(`[(（]${letter}[)）]$`))
    }
  })
})

describe('under pressure', () => {
  const under = read.map(({ sections }) => sections.find(({ id }) => id === 'pressure')?.pieces ?? [])
  test('nothing stands that is no reaction to pressure', () => {
    const elsewhere =
      /^(facets\.(creativity\.low|emotionalAwareness\.low|leadership\.low|generosity\.high)\.strain|relations\.(temptedAndCalm|strictAndTense|strictAndHard|easyAndCalm|easyOutsideTense|shyAndOver|shyAndTense|cheerfulAndTense|busyAndTense|waryAndTense)\.)/
    expect(
      under
        .flat()
        .map(placeOf)
        .filter((place) => elsewhere.test(place)),
    ).toEqual([])
  })
  test('a section of shortcomings has something that helps', () => {
    const withoutHelp = under.filter((pieces) => pieces.every(({ isHard }) => isHard))
    // Those few have no other statement, and no advice that was not given.
    expect(withoutHelp.length / under.length).toBeLessThan(0.06)
  })
  test('hardly any two sentences begin with the same situation, such as a rush', () => {
    const alike = under.filter((pieces) => {
      const situations = pieces.flatMap(({ situation }) => situation ?? [])
      return new Set(situations).size < situations.length
    })
    // Only where the section would have one sentence.
    expect(alike.length).toBeLessThan(4)
  })
  test('advice stands there as a sentence, because a list of one reads like a heading too many', () => {
    for (const locale of locales)
      for (const { facts } of read.slice(0, 60)) {
        const { sections, content } = debriefByRules({ facts, locale })
        const [pressure, labels] = [sections.find(({ id }) => id === 'pressure'), debriefTexts(locale).tips]
        expect(pressure?.sentences.filter(({ tip }) => tip)).toEqual([])
        expect(content.split(`**${labels.do}**`).length).toBeLessThanOrEqual(2)
      }
  })
  test('what the person could ask for is said once, to them, and is no advice to others as well', () => {
    const helped = read.filter(({ pieces }) => pieces.some(({ group }) => group === 'help'))
    expect(helped.length).toBeGreaterThan(10)
    for (const { pieces } of helped) {
      const help = pieces.filter(({ group }) => group === 'help')
      expect(help).toHaveLength(1)
      expect(help[0]?.text).toMatch(/^You could ask /)
      expect(placeOf(help[0] as Piece)).toMatch(/^facets\.\w+\.\w+\.request$/)
      const [need] = help[0]?.evidence ?? []
      expect(pieces.filter(({ tip, evidence }) => tip && evidence.includes(need ?? ''))).toEqual([])
    }
  })
})

describe('in short', () => {
  const openings = read.map(({ pieces }) => pieces.filter(({ group }) => group === 'headline'))
  test('no sentence names the instrument, and all three are about the person', () => {
    for (const headlines of openings) {
      expect(headlines).toHaveLength(3)
      expect(headlines.filter(({ text }) => /\bDISC\b/.test(text))).toEqual([])
    }
  })
  test('the style is said together with another fact of the person, if one of the pairs is true and certain', () => {
    const sure = openings.flatMap((headlines) =>
      headlines.filter(({ evidence, sure }) => evidence.includes('disc.style') && sure === true),
    )
    expect(sure.length).toBeGreaterThan(40)
    expect(sure.filter(({ evidence }) => evidence.length < 2).length / sure.length).toBeLessThan(0.15)
  })
  test('the first values do not repeat the pair that the section on values has', () => {
    const { valuesPair } = debriefTexts('en')
    const names = Object.entries(valuesPair).flatMap(([one, others]) =>
      Object.entries(others).flatMap(([other, { sure, likely }]) =>
        [sure, likely].map((text) => ({ text, pair: [one, other] })),
      ),
    )
    let found = 0
    for (const [at, headlines] of openings.entries()) {
      const ranked = read[at]?.facts.core?.ranked ?? []
      const own = headlines.find(({ evidence }) => evidence.every((id) => id.startsWith('core.')))
      const { pair = [] } = names.find(({ text }) => own?.text === text) ?? {}
      if (own) expect(pair.filter((value) => ranked.slice(0, 3).includes(value))).toHaveLength(2)
      const places = pair.map((value) => `core.${['first', 'second', 'third'][ranked.indexOf(value)]}`)
      const joined = read[at]?.pieces.filter(({ section }) => section === 'drives') ?? []
      expect(
        joined.filter(({ evidence }) => evidence.toSorted().join() === places.toSorted().join()),
      ).toEqual([])
      found += pair.length
    }
    expect(found).toBeGreaterThan(100)
  })
})

test('advice, questions and the experiment are about what the text says of the person', () => {
  const advising = new Set(['do', 'avoid', 'help', 'ask', 'experiment', 'colleague'])
  const isAdvice = ({ group, tip, section }: Piece) =>
    advising.has(group) || tip !== undefined || section === 'colleagues'
  const found = read.flatMap(({ pieces }) => {
    const said = new Set(
      pieces
        .filter((piece) => !isAdvice(piece) && piece.section !== 'limits')
        .flatMap(({ evidence }) => evidence),
    )
    return pieces.filter((piece) => isAdvice(piece) && piece.evidence.some((id) => !said.has(id)))
  })
  expect(found.map(placeOf)).toEqual([])
})

test('most experiments are about the opening or the section on pressure', () => {
  const following = read.filter(({ pieces }) => {
    const [experiment] = pieces.filter(({ group }) => group === 'experiment')
    return pieces.some(
      ({ group, section, evidence }) =>
        (group === 'headline' || (section === 'pressure' && group !== 'help')) &&
        evidence.includes(experiment?.evidence[0] ?? ''),
    )
  })
  expect(following.length / read.length).toBeGreaterThan(0.75)
})

test('the text shows what the experiment is for: a pair of facts, or something hard under pressure', () => {
  const praise = /^relations\.(steadyNerves|quietAndClear|finishesGoals|orderOnTime|ideasTwice|plainUse)\./
  const shown = read.filter(({ pieces }) => {
    const [id = ''] = pieces.find(({ group }) => group === 'experiment')?.evidence ?? []
    return pieces.some(
      (piece) =>
        piece.evidence.includes(id) &&
        ((stating.has(piece.section) &&
          piece.says.length > 0 &&
          piece.evidence.length > 1 &&
          !praise.test(placeOf(piece))) ||
          (piece.section === 'pressure' && piece.isHard)),
    )
  })
  expect(shown.length / read.length).toBeGreaterThan(0.95)
})

test('people of one style do not read the same advice: another fact chooses between two texts', () => {
  const styled = (facets: Record<string, number>) => {
    const facts = extractFacts(simulatedBasis(buildSheet({ letters: { D: 3 }, facets }), 'p'))
    return composeByRules({ facts, locale: 'en' }).flatMap(({ pieces }) => pieces.map(placeOf))
  }
  const allAt = (mean: number) => ({
    ...{ creativity: mean, aestheticAppreciation: mean, selfBelief: mean, systemization: mean },
    ...{ optimism: mean, resilience: mean },
  })
  const [many, few] = [allAt(5), allAt(1)]
  expect(styled(many).filter((place) => /^withLetters\./.test(place))).not.toEqual([])
  expect(styled(many).filter((place) => /^withLettersToo\./.test(place))).toEqual([])
  expect(styled(few).filter((place) => /^withLettersToo\./.test(place))).not.toEqual([])
})

test('no text joins two facts more than six times, or five times with advice, and most do so often', () => {
  const counts = read.map(({ pieces }) => {
    const joined = pieces.filter((piece) => stating.has(piece.section) && joins.test(placeOf(piece)))
    return { all: joined.length, advising: joined.filter(({ text }) => text.includes(', so ')).length }
  })
  expect(Math.max(...counts.map(({ advising }) => advising))).toBeLessThanOrEqual(5)
  expect(Math.max(...counts.map(({ all }) => all))).toBeLessThanOrEqual(6)
  expect(counts.filter(({ all }) => all >= 3).length / counts.length).toBeGreaterThan(0.85)
})
