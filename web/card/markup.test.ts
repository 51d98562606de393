import { describe, expect, test } from 'vitest'
import { cardTexts } from '../../scripts/card.ts'
import { cardMarkup, spokenLine } from './markup.ts'
import { completeSummary, hostileSummary, inProgressSummary, scriptInjection } from './sample.ts'
import { applyHostEvent, type CardState, waitingState } from './state.ts'
import { type CardTexts, textsFor } from './texts.ts'

const all = cardTexts()
const texts = textsFor('en', all)
const state = (content: unknown): CardState =>
  applyHostEvent(waitingState, { kind: 'result', result: { structuredContent: content } })
const drawn = (content: unknown) => cardMarkup(state(content), texts)

describe('the card', () => {
  test('shows the style with its letters, five traits with level and score, and five values in order', () => {
    const markup = drawn(completeSummary)
    expect(markup).toContain('DI: Dominance leads, then Influence.')
    expect([...markup.matchAll(/class="disc-value">(\d+)</g)].map(([, value]) => value)).toEqual([
      '71',
      '62',
      '31',
      '36',
    ])
    const traits = [...markup.matchAll(/focus-label">(\w+)<.*?focus-score">(\d+)<.*?focus-level">([\w ]+)</g)]
    expect(traits.map(([, ...cells]) => cells.join(' '))).toEqual([
      'Flexibility 74 High',
      'Organization 57 Baseline',
      'Communication 94 Very high',
      'Understanding 23 Low',
      'Stability 3 Very low',
    ])
    const values = [...markup.matchAll(/value-label">(\w+)</g)].map(([, label]) => label)
    expect(values).toEqual(['Freedom', 'Achievement', 'Influence', 'Adventure', 'Wisdom'])
  })

  test('has the first part of the debrief open, and the others on request', () => {
    const [open = '', folded = ''] = drawn(completeSummary).split('<details class="more">')
    expect(open).toContain('You set direction early.')
    expect(open).not.toContain('Open with the outcome.')
    expect(folded).toContain('<li>Open with the outcome.</li>')
  })

  test('names open assessments while incomplete, and draws the completed ones', () => {
    const markup = drawn(inProgressSummary)
    expect(markup).toContain('Not finished: Focus and Core still open')
    expect(markup).toContain('class="dial"')
    expect(markup).toContain(texts.debrief.later)
    expect(markup).not.toMatch(/class="(percentiles|values)"/)
  })

  test('says that the person has not answered yet, by address if there is no name', () => {
    const markup = drawn({ ...inProgressSummary, name: null, disc: null })
    expect(markup).toContain(texts.nothing)
    expect(markup).toContain('<bdi>noor@northwind.test</bdi></h1>')
    expect(markup).not.toContain('card-part')
  })

  test('says that a debrief is missing or outdated', () => {
    expect(drawn({ ...completeSummary, debrief: null })).toContain(texts.debrief.missing)
    expect(drawn({ ...completeSummary, debrief: { ...completeSummary.debrief, stale: true } })).toContain(
      texts.debrief.stale,
    )
    expect(drawn(completeSummary)).not.toContain(texts.debrief.stale)
  })

  test('names no letter if none is distinct', () => {
    expect(drawn({ ...completeSummary, disc: { style: 'S', d: 48, i: 49, s: 53, c: 50 } })).toContain(
      'S, though no letter stands out.',
    )
  })

  test('draws neither a halo nor a facet, because the result has none', () => {
    const markup = drawn(completeSummary)
    expect(markup.replaceAll('class="halo dial-halo"', '')).not.toContain('halo')
    expect(markup).not.toMatch(/focus-group|NaN|undefined/)
  })

  test('escapes whatever people or models wrote', () => {
    const markup = drawn(hostileSummary)
    expect(markup).not.toMatch(/<(script|img|iframe|a|b)[\s>]|<[^>]*\son\w+=/i)
    expect(markup).not.toMatch(/(href|src)="/)
    expect(markup).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(2)&quot;&gt;',
    )
    const refused: CardState = { call: 'refused', reason: scriptInjection }
    expect(cardMarkup(refused, texts)).not.toMatch(/<(script|img)/)
    expect(cardMarkup({ ...state(completeSummary), ...refused }, texts)).not.toMatch(/<(script|img)/)
  })

  test.each(['alone', 'waiting', 'stopped', 'unreadable', 'refused'] as const)(
    'has a title, a sentence and an announcement when it is %s',
    (call) => {
      const one: CardState = { call, ...(call === 'refused' ? { reason: 'Profile not found.' } : {}) }
      expect(cardMarkup(one, texts)).toMatch(/<h1 class="section">[^<]+<\/h1><p [^>]+>[^<]+<\/p>/)
      expect(spokenLine(one, texts)).toBe(texts[call].title)
    },
  )

  test('announces whose summary was loaded, and that one is outdated', () => {
    expect(spokenLine(state(completeSummary), texts)).toBe('Summary of Noor Okafor')
    expect(spokenLine({ ...state(completeSummary), call: 'waiting' }, texts)).toBe(texts.stale.asking)
  })
})

describe('the texts', () => {
  test("are those of the host's language, or of its nearest, or English", () => {
    const german: CardTexts = { ...texts, languageTag: 'de' }
    const brazilian: CardTexts = { ...texts, languageTag: 'pt-BR' }
    const some = [texts, german, brazilian]
    const tagFor = (language?: string) => textsFor(language, some).languageTag
    expect([tagFor('de-AT'), tagFor('PT-br'), tagFor('pt'), tagFor('fr'), tagFor()]).toEqual([
      'de',
      'pt-BR',
      'pt-BR',
      'en',
      'en',
    ])
  })

  test.each(all.map((one) => [one.languageTag, one] as const))(
    'have the slots of the English ones: %s',
    (_, one) => {
      const slots = (words: object) =>
        JSON.stringify(words)
          .match(/\{\w+\}/g)
          ?.toSorted()
      expect(slots(one)).toEqual(slots(texts))
    },
  )
})
