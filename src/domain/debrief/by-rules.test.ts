import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSheet } from '../../../scripts/simulation/build-sheet.ts'
import { simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { debriefSections } from '../../content/debrief.ts'
import { coreDesign, focusForm } from '../../content/forms.ts'
import { noticedSigns } from '../../content/quality.ts'
import { reportTexts } from '../../content/report.ts'
import { locales } from '../../contract/locale.ts'
import { composeByRules, debriefByRules } from './by-rules.ts'
import { sideConfidence, sureThreshold } from './certainty.ts'
import { extractFacts, type Facts, factIds } from './facts.ts'
import { needsNoAdvice } from './findings/advice.ts'
import { findingsIn } from './findings/all.ts'
import { partialSamples, samplePeople } from './sample.ts'
import { debriefTexts } from './texts.ts'

describe.each(samplePeople)('the debrief of $name', ({ facts }) => {
  const written = write(facts)
  const sentences = written.sections.flatMap((section) => section.sentences)

  test('has all ten sections in order, none of them empty', () => {
    expect(written.sections.map(({ id }) => id)).toEqual(debriefSections)
    expect(written.sections.filter((section) => section.sentences.length === 0)).toEqual([])
  })
  test('has 450 to 700 words', () => {
    expect(words(written.content)).toBeGreaterThanOrEqual(450)
    expect(words(written.content)).toBeLessThanOrEqual(700)
  })
  test('repeats no sentence', () => {
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length)
  })
  test('cites existing facts for every sentence', () => {
    const ids = factIds(facts)
    expect(sentences.filter(({ evidence }) => evidence.length === 0)).toEqual([])
    expect(sentences.flatMap(({ evidence }) => evidence).filter((id) => !ids.has(id))).toEqual([])
  })
  test('states only what is true of the person', () => {
    expect(pieces(facts).filter((piece) => !piece.isTrueOf(facts))).toEqual([])
  })
  test('states flatly only what the facts support', () => {
    for (const { sure, evidence, text } of pieces(facts)) {
      if (sure === undefined) continue
      const isSure = scalesOf(facts, evidence).every((scale) => sideConfidence(scale) >= sureThreshold(scale))
      if (facts.quality !== 'ok' || !isSure) expect.soft(sure, text).toBe(false)
      if (facts.quality === 'ok' && isSure && restsOnFocus(evidence)) expect.soft(sure, text).toBe(true)
    }
  })
  test('calls no scale both high and low, and no trait the opposite of a mentioned facet', () => {
    const selected = pieces(facts)
    const sides = new Map<string, Set<boolean>>()
    for (const { evidence, group } of selected) {
      if (group !== 'facet' && group !== 'less' && group !== 'strain' && group !== 'trait') continue
      for (const id of evidence) sides.set(id, (sides.get(id) ?? new Set()).add(isHigh(facts, id)))
    }
    expect([...sides.values()].filter(({ size }) => size > 1)).toEqual([])
    const traits = selected.filter(({ group }) => group === 'trait').flatMap(({ evidence }) => evidence)
    for (const trait of traits.filter((id) => levelOf(facts, id) !== 'baseline')) {
      const inside = selected.filter(
        ({ group, evidence }) => (group === 'facet' || group === 'less') && evidence[0]?.startsWith(trait),
      )
      for (const { evidence } of inside) expect(isHigh(facts, evidence[0] ?? '')).toBe(isHigh(facts, trait))
    }
  })
  test('starts with the caution if the answers are doubtful, and otherwise has none', () => {
    const cautions = sentences.filter(({ evidence }) => evidence.includes('quality.outcome'))
    expect(cautions).toHaveLength(facts.quality === 'ok' ? 0 : 1)
    if (facts.quality !== 'ok') expect(sentences[0]).toEqual(cautions[0])
    const doubts = facts.doubts ?? []
    expect(doubts.length > 0).toBe(facts.quality !== 'ok')
    for (const { what } of noticedSigns(doubts, reportTexts('en'))) expect(sentences[0]?.text).toContain(what)
  })
  test('has three headlines, one experiment, three or four questions and tips of both kinds', () => {
    const selected = pieces(facts)
    const sectionOf = (id: string) => selected.filter(({ section }) => section === id)
    expect(sectionOf('overview').filter(({ group }) => group === 'headline')).toHaveLength(3)
    expect(sectionOf('experiment')).toHaveLength(1)
    expect([3, 4]).toContain(sectionOf('questions').length)
    // Two values in one sentence and the third; what joins them with the leading letter may not fit the person.
    expect(sectionOf('drives').length).toBeGreaterThanOrEqual(2)
    expect(selected.filter(({ tip }) => tip === 'do').length).toBeGreaterThanOrEqual(2)
    expect(selected.filter(({ tip }) => tip === 'avoid').length).toBeGreaterThanOrEqual(1)
  })
  test('advises on colleagues of letters that the style does not name, if the text speaks of the style and the person does not do so already, and on two facets of two traits', () => {
    const advice = pieces(facts).filter(({ section }) => section === 'colleagues')
    const onStyle = advice.filter(({ evidence }) => evidence.includes('disc.style'))
    const { style = '' } = facts.disc ?? {}
    const others = ['D', 'I', 'S', 'C'].filter((letter) => !style.includes(letter))
    const findings = findingsIn(facts)
    const leading = findings.some(({ id }) => id === 'style.even') ? 'even' : style.charAt(0)
    const isStyleSaid = pieces(facts).some(
      ({ section, tip, evidence }) =>
        ['overview', 'impression', 'best', 'pressure'].includes(section) &&
        tip === undefined &&
        evidence.includes('disc.style'),
    )
    for (const letter of others) {
      const isGiven = onStyle.some(({ text }) => text.includes(`(${letter})`))
      const isNeeded = !needsNoAdvice(findings, leading, letter)
      if (isStyleSaid || !isNeeded) expect(isGiven).toBe(isNeeded)
    }
    const own = onStyle.filter(({ text }) => others.every((letter) => !text.includes(`(${letter})`)))
    // Only someone without a leading letter gets advice on all four.
    if (leading !== 'even') expect(own).toEqual([])
    const onFacets = advice.filter((piece) => !onStyle.includes(piece))
    expect(onFacets.length).toBeLessThanOrEqual(2)
    expect(new Set(onFacets.map(({ about }) => about)).size).toBe(onFacets.length)
  })
})

describe('a debrief by rules', () => {
  test('covers every quality outcome among the sixty samples', () => {
    const outcomes = samplePeople.map(({ facts }) => facts.quality)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'caution', 'invalid']))
  })
  test.each(partialSamples)(
    'says first that it is based on $name, and leaves out the other assessments',
    ({ name, facts }) => {
      const { sections, content } = write(facts)
      const families = name.slice('only '.length).split(' and ')
      const named = families.map((family) =>
        family === 'disc' ? 'DISC' : family.replace(/^./, (c) => c.toUpperCase()),
      )
      expect(sections[0]?.sentences[0]?.text).toContain(named.length === 2 ? named.join(' and ') : named[0])
      const prefixes = new Set(
        sections.flatMap((section) =>
          section.sentences.flatMap(({ evidence }) => evidence.map((id) => id.split('.')[0])),
        ),
      )
      expect(prefixes).toEqual(new Set(families))
      expect(words(content)).toBeLessThanOrEqual(700)
    },
  )
  test('is deterministic, whatever the order of the facts', () => {
    for (const { facts } of samplePeople.slice(0, 20)) {
      expect(write(reversed(facts))).toEqual(write(facts))
    }
  })
  test('names the rules, and the versions of rules and texts', () => {
    const { facts } = samplePeople[0] as (typeof samplePeople)[number]
    const { generator } = write(facts)
    expect(generator).toMatchObject({ kind: 'rules', name: 'timbre-rules' })
    expect(generator.version).toMatch(/^\d+\.\d+\.\d+\+en\.\d+$/)
  })
  test.each(locales)('says in %s what two of the first values have to do with each other', (locale) => {
    const { valuesPair } = debriefTexts(locale)
    const pairs = new Set<string>()
    for (const { facts } of samplePeople) {
      const first = facts.core?.ranked.slice(0, 3) ?? []
      const overview = debriefByRules({ facts, locale }).sections.find(({ id }) => id === 'overview')
      const said = overview?.sentences.find(({ evidence }) => evidence.length === 2 && isValues(evidence))
      if (!said) continue
      const expected = first.flatMap((third) => {
        const [one = '', other = ''] = first.filter((value) => value !== third)
        const texts = valuesPair[one]?.[other] ?? valuesPair[other]?.[one]
        return [texts?.sure, texts?.likely]
      })
      expect(expected).toContain(said.text)
      pairs.add(said.text)
    }
    expect(pairs.size).toBeGreaterThan(5)
  })
  test('says that little stands out only if that is true', () => {
    const selected = (name: string) => {
      const facts = samplePeople.find((person) => person.name === name)?.facts as Facts
      const evidence = Object.keys(facts.focus ?? {})
        .map((trait) => `focus.${trait}`)
        .sort()
      const flat = pieces(facts).filter((piece) => piece.evidence.join() === evidence.join())
      return { facts, texts: flat.filter(({ section }) => section === 'overview') }
    }
    const middle = selected('all in the middle')
    const clear = selected('all high')
    expect(middle.texts).toHaveLength(1)
    expect(middle.texts[0]?.isTrueOf(middle.facts)).toBe(true)
    expect(middle.texts[0]?.isTrueOf(clear.facts)).toBe(false)
    expect(clear.texts).toEqual([])
  })
  test('mentions no facet more than three times', () => {
    for (const { name, facts } of samplePeople) {
      const about = pieces(facts).filter(({ evidence, about }) => about && evidence.length === 1)
      for (const ids of Map.groupBy(about, ({ evidence }) => evidence[0]).values())
        expect(ids.length, name).toBeLessThanOrEqual(3)
    }
  })
  test('renders sections as headings, and tips and questions as lists, in Markdown', () => {
    for (const { facts } of samplePeople) {
      const { content, sections } = write(facts)
      expect(content.match(/^## .+$/gm)).toEqual(sections.map(({ title }) => `## ${title}`))
      const listed = sections.flatMap(({ id, sentences }) =>
        sentences.filter(({ tip }) => tip || id === 'questions' || id === 'colleagues'),
      )
      expect(content.match(/^- .+$/gm)?.length).toBe(listed.length)
      expect(content).not.toMatch(/[{}<>]|undefined|\n\n\n/)
    }
  })
  const arbitrary = 'has a valid length and only true statements for arbitrary answers'
  test(arbitrary, () => expectValid(30))
  test(`${arbitrary}, of 150 people`, { tags: 'long' }, () => expectValid(150))

  const expectValid = (numRuns: number) => {
    const mean = fc.integer({ min: 4, max: 20 }).map((sum) => sum / 4)
    const pull = fc.double({ min: -2, max: 2, noNaN: true })
    const tendencies = fc.record({
      facets: fc.record(Object.fromEntries(focusForm.facets.map(({ facet }) => [facet, mean]))),
      letters: fc.record({ D: pull, I: pull, S: pull, C: pull }),
      values: fc.shuffledSubarray(
        coreDesign.values.map(({ key }) => key),
        { minLength: 13 },
      ),
    })
    const seconds = fc.constantFrom(90, 300, 900)
    fc.assert(
      fc.property(tendencies, seconds, (tendency, focus) => {
        const facts = extractFacts(simulatedBasis(buildSheet(tendency), 'p', { focus }))
        const { sections, content } = write(facts)
        const texts = sections.flatMap((section) => section.sentences.map(({ text }) => text))
        expect(sections.map(({ id }) => id)).toEqual(debriefSections)
        expect(words(content)).toBeGreaterThanOrEqual(450)
        expect(words(content)).toBeLessThanOrEqual(700)
        expect(new Set(texts).size).toBe(texts.length)
        expect(pieces(facts).every(({ isTrueOf }) => isTrueOf(facts))).toBe(true)
      }),
      { numRuns },
    )
  }
})

function write(facts: Facts) {
  return debriefByRules({ facts, locale: 'en' })
}

function pieces(facts: Facts) {
  return composeByRules({ facts, locale: 'en' }).flatMap((section) => section.pieces)
}

/** Words as a reader counts them, without Markdown characters. */
function words(content: string): number {
  return content.split(/\s+/).filter((token) => /\p{L}/u.test(token)).length
}

function scaleOf(facts: Facts, id: string) {
  const [, trait = '', , facet] = id.split('.')
  const traitFact = facts.focus?.[trait as keyof typeof facts.focus]
  return facet ? traitFact?.facets[facet] : traitFact
}

function scalesOf(facts: Facts, evidence: readonly string[]) {
  return evidence.flatMap((id) => (id.startsWith('focus.') ? (scaleOf(facts, id) ?? []) : []))
}

function levelOf(facts: Facts, id: string) {
  return scaleOf(facts, id)?.level
}

function isHigh(facts: Facts, id: string): boolean {
  return (scaleOf(facts, id)?.t ?? 50) > 50
}

function restsOnFocus(evidence: readonly string[]): boolean {
  return evidence.every((id) => id.startsWith('focus.'))
}

/** The same facts with all object keys in reverse order. */
function reversed(facts: Facts): Facts {
  const reverse = (value: unknown): unknown =>
    Array.isArray(value) || typeof value !== 'object' || value === null
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .map(([key, part]) => [key, reverse(part)] as const)
            .reverse(),
        )
  return reverse(facts) as Facts
}

function isValues(evidence: readonly string[]): boolean {
  return evidence.every((id) => id.startsWith('core.'))
}
