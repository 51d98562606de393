import { describe, expect, test } from 'vitest'
import { readDebriefWords, wordsFound } from '../../src/content/debrief-words.ts'
import { locales } from '../../src/contract/locale.ts'
import { debriefTexts } from '../../src/domain/debrief/texts.ts'
import { frequencyWords } from '../support/frequency-words.ts'

/** Every text with its path, after marks for hedges and forms of address have been read. */
function textsIn(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]]
  if (value instanceof Map) return [...value.values()].map((text, at) => [`about.${at}`, text])
  return Object.entries(value as object).flatMap(([name, part]) =>
    textsIn(part, path === '' ? name : `${path}.${name}`),
  )
}

describe.each(locales)('the sentences of debriefs in %s', (locale) => {
  const texts = textsIn(debriefTexts(locale)).filter(([path]) => !/^(locale|status|version)$/.test(path))

  test('say how certain something is, never how often it happens', () => {
    const found = texts.flatMap(([path, text]) =>
      wordsFound(text, frequencyWords(locale)).map((word) => `${path}: ${word}: ${text}`),
    )
    expect(found).toEqual([])
  })

  test('use no forbidden word and no number in words where two facts meet, in pairs that few people have too', () => {
    const { banned, numbers } = readDebriefWords(locale)
    const { relations, letterWithValue, about } = debriefTexts(locale)
    const found = textsIn({ relations, letterWithValue }).flatMap(([path, text]) =>
      [text, about.get(text) ?? text].flatMap((one) =>
        wordsFound(one, [...banned, ...numbers]).map((word) => `${path}: ${word}: ${one}`),
      ),
    )
    expect(found).toEqual([])
  })

  test('have no mark left, and no space before a stop', () => {
    const faulty = texts.filter(([, text]) => /[<>@[\]|]| {2}| [,.]|\.\./.test(text))
    expect(faulty).toEqual([])
  })

  test('differ between the flat and the hedged version', () => {
    const likely = new Map(texts.filter(([path]) => path.endsWith('.likely')))
    const same = texts.filter(
      ([path, text]) => path.endsWith('.sure') && likely.get(path.replace(/sure$/, 'likely')) === text,
    )
    expect(likely.size).toBeGreaterThan(140)
    expect(same).toEqual([])
  })
})

/** Words of the form of address; Japanese and Korean texts have none. */
const address: Readonly<Record<string, RegExp>> = {
  // Also at the start of a clause, where a reader takes “Sie” for the form of address and not for a plural.
  de: /\b(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b/,
  es: /\busted\b/i,
  fr: /\b(vous|votre|vos|vôtres?)\b/i,
  jp: /あなた|ご自身/,
  ko: /당신|귀하|여러분/,
  nl: /\b(u|uw|uzelf)\b/i,
  pt_BR: /\bvocê\b/i,
  zh_CN: /您/,
}

test.each(Object.keys(address))('every statement in %s has a text about the person', (locale) => {
  const texts = debriefTexts(locale as 'de')
  const statements = textsIn({ ...texts, about: new Map() }).filter(([path]) =>
    /\.(say|sayToo|strain|request|overview|overviewToo|pressure|want|wantToo|fit|gap|low|high|middle)(\.(sure|likely))?$|^(flat|valuesPair|letterWithValue|limits)/.test(
      path,
    ),
  )
  const left = statements.flatMap(([path, text]) => {
    const about = texts.about.get(text) ?? text
    return address[locale]?.test(about) ? [`${path}: ${about}`] : []
  })
  expect(statements.length).toBeGreaterThan(300)
  expect(left).toEqual([])
})

test('French texts to the person have their pronouns where the grammar puts them, and none of another person', () => {
  const misplaced =
    /\b(laissent|rendent|mettent|touchent|attirent) vous\b|(?<!à )\bvous et à |\bvous\b.*\bpour soi\b/i
  const found = textsIn({ ...debriefTexts('fr'), about: new Map() }).filter(([, text]) =>
    misplaced.test(text),
  )
  expect(found).toEqual([])
})

test('French texts about the person have no name where a word before it would lose its vowel', () => {
  const elided = /(?<!\p{L})(de|que|lorsque|puisque|jusque|le|se|ne) \{name\}/iu
  const texts = debriefTexts('fr')
  const found = [...texts.about.values(), ...textsIn({ ...texts, about: new Map() }).map(([, text]) => text)]
  expect(texts.about.size).toBeGreaterThan(300)
  expect(found.filter((text) => elided.test(text))).toEqual([])
})
