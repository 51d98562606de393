import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { debriefTextsFrom, readMarkedDebrief } from './debrief.ts'
import { relationIds, unaskedRelationIds } from './debrief-relations.ts'
import { readDebriefWords, wordsFound } from './debrief-words.ts'
import { focusForm, textKeys } from './forms.ts'
import { discStyles } from './report-fixtures.ts'

const english = debriefTextsFrom(readMarkedDebrief('en'))
const folder = mkdtempSync(join(tmpdir(), 'timbre-debrief-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Line = { path: string; text: string }

/** Every text of a part, with its location. */
function lines(value: unknown, path: string): Line[] {
  if (typeof value === 'string') return [{ path, text: value }]
  return Object.entries(value as object).flatMap(([name, part]) => lines(part, `${path}.${name}`))
}

const parts = [
  'facets',
  'traits',
  'flat',
  'styles',
  'letters',
  'withLetters',
  'withLettersToo',
  'values',
  'valuesPair',
  'letterWithValue',
  'relations',
  'experiments',
] as const
const sentences = parts.flatMap((part) => lines(english[part], part))
const closing = [...lines(english.limits, 'limits'), ...lines(english.quality, 'quality')]
const words = (text: string) => text.split(/\s+/).length
const ofKind = (pattern: RegExp) => sentences.filter(({ path }) => pattern.test(path))
const outside = (group: readonly Line[], least: number, most: number) =>
  group.filter(({ text }) => words(text) < least || words(text) > most)

/** Reads the English texts after something was done to them. */
function readAfter(name: string, change: (texts: ReturnType<typeof JSON.parse>) => void) {
  const place = join(folder, name)
  mkdirSync(join(place, 'locales/en'), { recursive: true })
  const file = join(place, 'locales/en/debrief.json')
  cpSync('content/locales/en/debrief.json', file)
  const texts = JSON.parse(readFileSync(file, 'utf8'))
  change(texts)
  writeFileSync(file, JSON.stringify(texts))
  return debriefTextsFrom(readMarkedDebrief('en', pathToFileURL(`${place}/`)))
}

describe('readMarkedDebrief', () => {
  test.each([
    'facets.trust.low.ask',
    'facets.openMindedness',
    'facets.vigor.low.colleague',
    'facets.vigor.low.experiment',
    'styles.even.overview',
    'withLetters.even.S',
    'values.familyHappiness.gap',
    'letters.C.low',
    'relations.sWithAdventure.say',
    'relations.calmButQuick.say',
    'valuesPair.wealth.care',
    'facets.trust.low.sayToo',
    'facets.trust.high.tipToo',
    'facets.trust.low.request',
    'styles.DC.doToo',
    'withLettersToo.even.S',
    'experiments.value',
    'traits.stability.middle',
    'limits.partial',
    'headings.limits',
    'quality.invalid',
  ])('names the first missing text: %s', (path) => {
    const names = path.split('.')
    const read = () =>
      readAfter(path, (texts) => {
        delete names.slice(0, -1).reduce((part, name) => part[name], texts)[names.at(-1) ?? '']
      })
    expect(read).toThrow(`content/locales/en/debrief.json has no text for ${path}`)
  })

  test('treats an empty text as missing', () => {
    const blank = () => readAfter('blank', (texts) => Object.assign(texts.facets.vigor.high, { ask: ' ' }))
    expect(blank).toThrow('has no text for facets.vigor.high.ask')
  })

  test('requires exactly one of do and avoid for each side of a facet', () => {
    const neither = () => readAfter('neither', (texts) => delete texts.facets.trust.high.do)
    expect(neither).toThrow('facets.trust.high.do or avoid')
    const both = () =>
      readAfter('both', (texts) => Object.assign(texts.facets.trust.high, { avoid: 'Both.' }))
    expect(both).toThrow('facets.trust.high.do or avoid')
  })
})

describe('the English sentences', () => {
  test('cover the thirty facets, the styles, the values and the relations, and nothing else', () => {
    expect(Object.keys(english.facets)).toEqual(focusForm.facets.map(({ facet }) => facet))
    expect(new Set(Object.keys(english.styles))).toEqual(new Set([...discStyles, 'even']))
    expect(Object.keys(english.values)).toEqual(textKeys.core)
    expect(new Set(Object.keys(english.relations))).toEqual(new Set([...relationIds, ...unaskedRelationIds]))
    expect(ofKind(/^facets\./)).toHaveLength(593)
  })

  test('balance what to do and what to avoid over the facets', () => {
    expect(ofKind(/^facets\..*\.do$/)).toHaveLength(30)
    expect(ofKind(/^facets\..*\.avoid$/)).toHaveLength(30)
  })

  test('are 5 to 26 words long, about 15 on average, and longer only where two facts meet', () => {
    const meetings = ofKind(/^letterWithValue\./)
    expect(outside(meetings, 18, 33)).toEqual([])
    const pairs = ofKind(/^relations\.\w+\.say\./)
    expect(outside(pairs, 8, 33)).toEqual([])
    const others = sentences.filter((line) => !meetings.includes(line) && !pairs.includes(line))
    expect(outside(others, 5, 26)).toEqual([])
    const mean = others.reduce((sum, { text }) => sum + words(text), 0) / others.length
    expect(mean).toBeGreaterThan(13)
    expect(mean).toBeLessThan(17)
  })

  test('are unique', () => {
    const all = [...sentences, ...closing].map(({ text }) => text)
    // A sentence without a hedge of its own is the same in both versions.
    expect(all.filter((text, n) => all.indexOf(text) !== n)).toEqual([])
  })

  test('start with a capital, end with a stop, and only questions end with a question mark', () => {
    expect([...sentences, ...closing].filter(({ text }) => !/^[A-Z{].*[.?]$/.test(text))).toEqual([])
    expect(sentences.filter(({ path, text }) => path.endsWith('.ask') !== text.endsWith('?'))).toEqual([])
    expect(sentences.filter(({ text }) => /[.?!] \S/.test(text))).toEqual([])
    expect([...sentences, ...closing].filter(({ text }) => /[!\d]|https?:|[*_`<>#@[\]]/.test(text))).toEqual(
      [],
    )
  })

  test('are understandable on their own, whatever precedes them', () => {
    const leaning =
      /^(Also|And|But|Besides|It (?!may be that |seems that )|This|That|These|Those|They|Still|Then|Yet)\b|\balso\b,/
    expect(sentences.filter(({ text }) => leaning.test(text))).toEqual([])
  })

  test('have varied beginnings: at most ten share their first three words', () => {
    const free = sentences.filter(
      ({ path, text }) =>
        !path.endsWith('.likely') && !/^(For two weeks|With someone|You could ask)/.test(text),
    )
    const counts = Map.groupBy(free, ({ text }) => text.split(' ').slice(0, 3).join(' '))
    expect([...counts].filter(([, group]) => group.length > 10).map(([opening]) => opening)).toEqual([])
  })

  test('say what to do for two weeks and with whom, wherever they belong to these sections', () => {
    const trials = ofKind(/^experiments\.|\.experiment$/)
    expect(trials).toHaveLength(66)
    expect(trials.filter(({ text }) => !text.startsWith('For two weeks, '))).toEqual([])
    const colleagues = ofKind(/^withLetters(Too)?\.|\.colleague$/)
    expect(colleagues).toHaveLength(92)
    expect(colleagues.filter(({ text }) => !text.startsWith('With someone '))).toEqual([])
  })

  test('hedge only likely claims', () => {
    const hedge = /\b(probably|may|might|seems?)\b/i
    expect(ofKind(/\.likely$/).filter(({ text }) => !hedge.test(text))).toEqual([])
    const isHedged = ({ text }: Line) => /\b(probably|may well|seems?)\b/i.test(text)
    const [flat, meetings] = [ofKind(/\.sure$/), ofKind(/^letterWithValue\..*\.sure$/)]
    // What follows from a letter and a value together was never measured, however sure the two are.
    expect(flat.filter(isHedged)).toEqual(meetings)
  })

  test('have slots only if something is filled in', () => {
    const allowed =
      /^(experiments\.value: \{value\}|limits\.unsureOrder: \{first\},\{second\}|limits\.unsure(First: \{first\}|Second: \{second\})|limits\.partial: \{names\})$/
    const slotted = [...sentences, ...closing]
      .map(({ path, text }) => ({ path, slots: text.match(/\{\w*\}/g) ?? [] }))
      .filter(({ slots }) => slots.length > 0)
      .map(({ path, slots }) => `${path}: ${slots}`)
    expect(slotted.filter((line) => !allowed.test(line))).toEqual([])
    expect(slotted).toHaveLength(5)
  })

  test('contain no forbidden word, including the limits and the openings on quality', () => {
    const { banned } = readDebriefWords('en')
    const said = [...sentences, ...closing].flatMap(({ path, text }) =>
      wordsFound(text, banned).map((word) => `${path}: ${word}`),
    )
    expect(said).toEqual([])
  })
})
