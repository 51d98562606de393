import { expect, test } from 'vitest'
import { reportTexts } from '../../../src/content/report.ts'
import { scalesIn } from '../../../src/content/texts.ts'
import { debriefTexts } from '../../../src/domain/debrief/texts.ts'
import { textAbout } from '../../../src/english/about-person.ts'
import type { Debrief } from '../client/types.ts'
import { scaleMeanings } from '../words/scale-meanings.ts'
import { headlineAbout, sectionsAbout, sentencesAbout } from './about-person.ts'

const generator = { kind: 'rules', name: 'timbre-rules', version: '1.1.0+en.3' } as const

test('speaks of the person by name once a section, then as they', () => {
  const sections = sectionsOf([
    [
      'impression',
      'How you come across',
      ['You may wait for the next idea.', 'Others rely on you and your calm.'],
    ],
    ['best', 'At your best', ['You let others speak.', 'What you promise gets done, and that pleases you.']],
    ['together', 'Working with you', ['Say openly what you need from you or yourself.']],
    ['questions', 'Questions for a conversation', ['What would you change?']],
  ])
  expect(plain(sectionsAbout({ sections, locale: 'en', generator }, 'Noor'))).toEqual([
    ['How Noor comes across', 'Noor may wait for the next idea.', 'Others rely on them and their calm.'],
    ['At Noor’s best', 'They let others speak.', 'What they promise gets done, and that pleases them.'],
    ['Working with Noor', 'Say openly what they need from them or themselves.'],
    ['Questions to ask Noor', 'What would you change?'],
  ])
})

test('leaves advice, the experiment and questions addressed to the person, and says so in their titles', () => {
  const sections = sectionsOf([
    ['colleagues', 'With a colleague who is different', ['With someone modest, ask what you both did.']],
    ['experiment', 'An experiment for two weeks', ['For two weeks, say what you want.']],
  ])
  expect(plain(sectionsAbout({ sections, locale: 'en', generator }, 'Noor'))).toEqual([
    ['Advice to Noor: with a colleague who is different', 'With someone modest, ask what you both did.'],
    ['An experiment for two weeks, for Noor', 'For two weeks, say what you want.'],
  ])
})

test('takes the text about the person in other languages', () => {
  const sections = sectionsOf([['overview', 'In Kürze', ['Sie fangen früh an.', 'Ein Satz ohne Anrede.']]])
  const about = sections.map((section) => ({
    ...section,
    sentences: section.sentences.map((sentence, at) =>
      at === 0 ? { ...sentence, about: '{name} fängt früh an.' } : sentence,
    ),
  }))
  const second = { ...generator, version: '2.0.0+de.4' }
  expect(plain(sectionsAbout({ sections: about, locale: 'de', generator: second }, 'Noor'))).toEqual([
    ['In Kürze', 'Noor fängt früh an.', 'Ein Satz ohne Anrede.'],
  ])
})

test('leaves texts of a model, and those of the first edition in other languages, as they are', () => {
  const sections = sectionsOf([['overview', 'Overview', ['You lead.']]])
  expect(sectionsAbout({ sections, locale: 'de', generator }, 'Noor')).toBeUndefined()
  expect(
    sectionsAbout({ sections, locale: 'en', generator: { ...generator, kind: 'llm' } }, 'Noor'),
  ).toBeUndefined()
})

test('writes no name after a pronoun for the same person, and pronouns after a name', () => {
  const about = (text: string) => textAbout(text, 'Noor')
  expect(about('You doubt how well you are handling a task, and look at your own work.')).toEqual({
    text: 'They doubt how well they are handling a task, and look at their own work.',
    isNamed: false,
  })
  expect(about('Your emotions run quiet, and you keep a clear head.')).toEqual({
    text: 'Noor’s emotions run quiet, and they keep a clear head.',
    isNamed: true,
  })
  const sections = sectionsOf([
    ['best', 'In your work', ['You set your own pace.', 'Form matters to you, and you start late.']],
  ])
  expect(plain(sectionsAbout({ sections, locale: 'en', generator }, 'Noor'))?.[0]?.slice(1)).toEqual([
    'They set their own pace.',
    'Form matters to Noor, and they start late.',
  ])
})

test('asks nobody else to do what is advice to the person', () => {
  expect(textAbout('You decide fast, so name a day before you answer.', 'Noor').text).toBe(
    'They decide fast, so it helps to name a day before they answer.',
  )
})

test('takes takeaways like sentences of a debrief, and a headline where it can be about the person', () => {
  const takeaways = [
    { text: 'You may wait for the next idea.', evidence: [] },
    { text: 'Others rely on you.', evidence: [], about: '{name} wartet.' },
  ]
  const textsIn = (locale: 'en' | 'de') => sentencesAbout(takeaways, locale, 'Noor').map(({ text }) => text)
  expect(textsIn('en')).toEqual(['Noor may wait for the next idea.', 'Others rely on them.'])
  expect(textsIn('de')).toEqual(['You may wait for the next idea.', 'Noor wartet.'])
  const english = (headline: string) => headlineAbout({ headline, locale: 'en' }, 'Noor')
  expect(english('You set direction early, and keep your word.')).toBe(
    'They set direction early, and keep their word.',
  )
  expect(english('Freedom and order come first for you.')).toBe('Freedom and order come first for Noor.')
  const both = {
    headline: 'Sie geben früh die Richtung vor.',
    headlineAbout: '{name} gibt früh die Richtung vor.',
  }
  expect(headlineAbout({ ...both, locale: 'de' }, 'Noor')).toBe('Noor gibt früh die Richtung vor.')
})

test('no English headline still addresses the person, and none has the wrong case', () => {
  const { headline, facets } = reportTexts('en')
  const phrases = Object.values(facets).flatMap(({ high, ...rest }) => [
    high,
    ...('low' in rest ? [rest.low] : []),
  ])
  const texts = [...stringsIn(headline), ...phrases.map((phrase) => `You ${phrase}.`)]
  const about = texts.map((headline) => headlineAbout({ headline, locale: 'en' }, 'Noor'))
  expect(about.length).toBeGreaterThan(100)
  expect(about.filter((text) => /\byou|they .*Noor/i.test(text))).toEqual([])
  expect(about.filter((text) => /\b(to|from|with|for|of|by) they\b/.test(text))).toEqual([])
})

test('no English text of a debrief still addresses the person, and none has the wrong case', () => {
  const texts = statements()
  const about = texts.map((text) => textAbout(text, undefined).text)
  expect(texts.length).toBeGreaterThan(500)
  expect(about.filter((text) => /\byou/i.test(text))).toEqual([])
  // A verb or a preposition before "they" would need "them", and no verb that takes a subject "them".
  const before = about.flatMap((text) =>
    [...text.matchAll(/\b([a-z]+) they\b/gi)].map(([, word = '']) => word),
  )
  expect([...new Set(before)].filter((word) => !beforeSubject.has(word.toLowerCase()))).toEqual([])
  expect(about.filter((text) => /\bthey(?=[.,;:]|$| and\b(?! those)| or\b| to\b)/.test(text))).toEqual([])
  const after = about.flatMap((text) => [...text.matchAll(/\b([a-z]+) them ([a-z]+)/gi)])
  const odd = after.filter(
    ([, word = '', next = '']) => !(afterObject.has(next) || beforeVerb.has(word.toLowerCase())),
  )
  expect(odd.map(([words]) => words)).toEqual([])
})

test('in every English text of a debrief, nothing about the person comes before their name', () => {
  const named = statements()
    .map((text) => ({ text, about: textAbout(text, 'Noor').text }))
    .filter(({ about }) => about.includes('Noor'))
  expect(named.length).toBeGreaterThan(200)
  const beforeName = (about: string) => about.slice(0, about.indexOf('Noor'))
  // A pronoun for the person would be another word than in the text to them.
  expect(named.filter(({ text, about }) => !text.startsWith(beforeName(about)))).toEqual([])
  expect(named.filter(({ about }) => about.split('Noor').length > 2)).toEqual([])
})

test('no English text of a debrief asks its reader to do what is meant for the person', () => {
  const begins = (text: string) => [...text.matchAll(/(?:(?<!\band), so|[:;]) ([a-z’]+)/g)]
  const about = statements('statements').map((text) => textAbout(text, 'Noor').text)
  const odd = about.filter((text) => begins(text).some(([, word = '']) => !beginsStatement.has(word)))
  expect(odd).toEqual([])
})

test('what a score of a scale means is told about the person, in the words of their own page', () => {
  const { traits, facets } = scalesIn('en')
  const about = Object.entries({ ...traits, ...facets }).map(([key, { high, low }]) => [
    key,
    { high: textAbout(high, undefined).text, low: textAbout(low, undefined).text },
  ])
  expect(scaleMeanings).toEqual(Object.fromEntries(about))
})

/** Words that "they" as a subject, in the texts of debriefs. */
const beforeSubject = new Set(
  `although and answer as bargainers because before but close colleagues comes conflict crisis danger date day defeat
  desk disc evening event excitement fails fight figures friends goal ground hand hour hours how hurry
  if it known lead limit limits louder lunch many meeting meetings mistake morning negotiation neither nowhere
  once one openings order out overturned page peace people person piece place pressure problem project quiet
  ready rise risk room round rules rush said sake setback shifts sides since so someone something stand still
  strain strangers sum sympathy talk task tense than that them then thing tight time tradition understood unless until way
  week well what when whenever where whether which while whom whose why words work yet`.split(/\s+/),
)

/** Words other than verbs that follow "them". */
const afterObject = new Set(
  `a about afterwards alike all along an and as at away back before beforehand behind best better by calm
  curious early even every for free further glad good guessing hard home in instead into it late little longer
  many more most no of off on once one open or out over patient quickly restless sooner strongly than that the
  there through to today together unconvinced unprepared unsatisfied until up well what when where which while
  why with`.split(/\s+/),
)

/** Words after which a verb may follow "them": "make them ask", "people around them are". */
const beforeVerb = new Set(
  'around find finds for from gets hear help let lets make makes moves of see to with'.split(' '),
)

/** Words that begin a statement, rather than advice, after ", so", a colon or a semicolon. */
const beginsStatement = new Set(
  `a after almost an anyone applause asked at before besides between days each effort everyone familiar few for
  giving good helping if in it it’s liking many most much new nobody not nothing on once one others patience
  people praise recognition shown somebody someone something that the their there’s they they’d they’ll
  they’re those to two what what’s when where wisdom with within work`.split(/\s+/),
)

/** The English texts that are shown as texts about the person; all, or those that say something of them. */
function statements(kind: 'all' | 'statements' = 'all'): string[] {
  const { withLetters: _, withLettersToo: ___, experiments: __, facets, ...rest } = debriefTexts('en')
  const ofFacets = Object.values(facets).flatMap(({ high, low }) =>
    [high, low].flatMap(({ colleague: _, experiment: __, ...texts }) =>
      stringsIn(kind === 'all' ? texts : [texts.say, texts.sayToo, texts.strain]),
    ),
  )
  const { relations, letterWithValue, values, valuesPair, traits } = rest
  const said = { relations, letterWithValue, values, valuesPair, traits }
  const others = kind === 'all' ? rest : said
  return [...stringsIn(others), ...ofFacets].filter((text) => !text.includes('?'))
}

function sectionsOf(all: [string, string, string[]][]): Debrief['sections'] {
  return all.map(([id, title, texts]) => ({
    id: id as Debrief['sections'][number]['id'],
    title,
    sentences: texts.map((text) => ({ text, evidence: [] })),
  }))
}

function plain(sections: ReturnType<typeof sectionsAbout>) {
  return sections?.map(({ title, sentences }) => [title, ...sentences.map(({ text }) => text)])
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
