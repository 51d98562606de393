import { describe, expect, test } from 'vitest'
import {
  answerFor,
  answerWith,
  brief,
  briefOf,
  errorCodesIn,
  factClaim,
  facts,
  high,
  low,
  value,
} from '../../../test/support/debrief-answers.ts'
import { sampleFacts } from '../../../test/support/debrief-facts.ts'
import type { AnsweredSentence } from './answer-schema.ts'
import { checkAnswer } from './check-answer.ts'
import { countWords } from './count-words.ts'
import type { Facts } from './facts.ts'

describe('a valid answer', () => {
  test('passes, for forty people with different scores', () => {
    for (let person = 0; person < 40; person++) {
      const personBrief = briefOf(sampleFacts(person))
      expect(
        checkAnswer(JSON.stringify(answerFor(personBrief)), personBrief),
        `person ${person}`,
      ).toHaveProperty('sections')
    }
  })

  test('passes without values, with one assessment, and with doubtful answers', () => {
    const { core: _, ...withoutCore } = facts
    const variants: Facts[] = [
      withoutCore,
      { ...facts, quality: 'caution' },
      { ...facts, quality: 'invalid' },
      { focus: facts.focus as never, quality: 'ok' },
    ]
    for (const variant of variants.map(briefOf)) expect(errorCodesIn(answerFor(variant), variant)).toEqual([])
  })

  test('gets our headings, the caution for doubtful answers, and a notice of who wrote it; 450 to 700 words', () => {
    const doubtful = briefOf({ ...facts, quality: 'caution' })
    const checked = checkAnswer(JSON.stringify(answerFor(doubtful)), doubtful)
    if (!('sections' in checked)) throw new Error('refused')
    expect(checked.sections.map(({ title }) => title)).toEqual([
      'In short',
      'With people',
      'In your work',
      'Under pressure',
      'Working with you',
      'What matters to you',
      'Questions for a conversation',
      'What this cannot say',
    ])
    expect(checked.sections[0]?.sentences[0]?.evidence).toEqual(['quality.outcome'])
    expect(checked.sections[7]?.sentences.at(-1)?.text).toContain('A language model wrote this text')
    const sentences = checked.sections.flatMap((section) => section.sentences)
    expect(sentences.every(({ evidence }) => evidence.every((id) => id in doubtful.factLevels))).toBe(true)
    const words = countWords(sentences.map(({ text }) => text).join(' '))
    expect(words).toBeGreaterThanOrEqual(450)
    expect(words).toBeLessThanOrEqual(700)
  })

  test('may hedge, quote, compare two sides, name its value and style, and use a number from its facts', () => {
    const t = String(brief.shown[high]?.t)
    const claims = [
      { fact: high, level: factClaim(high) },
      { fact: low, level: factClaim(low) },
    ]
    const validChanges: Partial<AnsweredSentence>[] = [
      { text: 'It may be that you are “quick to ask” (and glad to be asked), which tends to help others.' },
      {
        text: 'One side of you is strong and another is weak, so the picture depends on the day.',
        evidence: [high, low],
        claims,
      },
      {
        text: `What counts most for you is ${value}, and you may notice how much it guides you.`,
        evidence: ['core.first'],
        claims: [],
      },
      {
        text: 'In the words of the DISC questionnaire your style is DI, which is how you tend to act.',
        evidence: ['disc.style'],
        claims: [],
      },
      {
        text: `On the scale of the questionnaire this stands at ${t}, where the middle of others is.`,
        evidence: [high],
        claims: [],
      },
    ]
    for (const change of validChanges)
      expect(errorCodesIn(answerWith(change), brief), change.text).toEqual([])
  })
})

test('most sentences are refused with the facts of another person', () => {
  const mine = briefOf(sampleFacts(1))
  const other = briefOf(sampleFacts(20))
  const checked = checkAnswer(JSON.stringify(answerFor(mine)), other)
  if (!('problems' in checked)) throw new Error('passed')
  const claims = answerFor(mine).sections.flatMap(({ sentences }) =>
    sentences.flatMap((sentence) => sentence.claims),
  )
  const wrong = checked.problems.filter(({ code }) => code === 'claim')
  expect(wrong.length / claims.length).toBeGreaterThan(0.6)
})
