import { describe, expect, test } from 'vitest'
import {
  answerFor,
  answerSaying,
  answerWith,
  brief,
  errorCodesIn,
  factClaim,
  high,
  low,
  middle,
  otherValue,
} from '../../../test/support/debrief-answers.ts'
import type { AnsweredSentence, DebriefAnswer } from './answer-schema.ts'
import { checkAnswer } from './check-answer.ts'
import { answerErrorCodes, type ValidationErrorCode } from './validation-error.ts'

const good = answerFor(brief)
const { sections } = good

/** The answer with other sentences in its sections. */
function withSentences(
  change: (sentences: AnsweredSentence[], id: string) => AnsweredSentence[],
): DebriefAnswer {
  return { sections: sections.map(({ id, sentences }) => ({ id, sentences: change(sentences, id) })) }
}

/** A sentence about one fact, with a matching claim. */
const about = (fact: string, text: string, level = factClaim(fact)) =>
  answerWith({ text, evidence: [fact], claims: [{ fact, level }] })

const german =
  'Die Leute um dich herum sehen oft, wie du mit dem umgehst, was für dich zu tun ist und was nicht.'
const scaleOf = (fact: string) => brief.scales.find(([, id]) => id === fact)?.[0]

/** Invalid answers, and answers that state what their facts do not. */
const cases: [name: string, code: ValidationErrorCode, answer: unknown][] = [
  ['no JSON', 'json', 'Sure! Here is your debrief:'],
  ['JSON in a fence', 'json', `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``],
  ['half of it', 'json', JSON.stringify(good).slice(0, 2000)],
  ['a refusal in words', 'json', "I'm sorry, but I can't help with profiling people."],
  ['a refusal as JSON', 'schema', { error: 'I cannot help with that.' }],
  ['nothing', 'schema', null],
  ['a field of its own', 'schema', { ...good, score: 5 }],
  ['a field in a sentence', 'schema', answerWith({ tip: 'do' } as never)],
  ['a text that is a list', 'schema', answerWith({ text: ['One.', 'Two.'] as never })],
  ['a section of its own', 'schema', { sections: [...sections, { id: 'verdict', sentences: [] }] }],
  ['no sections', 'sections', { sections: [] }],
  ['a section that is missing', 'sections', { sections: sections.slice(1) }],
  ['sections in another order', 'sections', { sections: sections.toReversed() }],
  ['a section twice', 'sections', { sections: [...sections, sections[0]] }],
  ['no fact', 'evidence', answerWith({ evidence: [], claims: [] })],
  ['a fact that was not given', 'evidence', answerWith({ evidence: ['focus.charisma'], claims: [] })],
  ['a fact of a famous name', 'evidence', answerWith({ evidence: ['__proto__'], claims: [] })],
  ['a good fact and one made up', 'evidence', answerWith({ evidence: [high, 'disc.z'], claims: [] })],
  [
    'a level that is not so',
    'claim',
    answerWith({ evidence: [low], claims: [{ fact: low, level: 'veryHigh' }] }),
  ],
  [
    'a level one step off',
    'claim',
    answerWith({ evidence: [middle], claims: [{ fact: middle, level: 'high' }] }),
  ],
  [
    'a claim of another fact',
    'claim',
    answerWith({ evidence: [high], claims: [{ fact: low, level: factClaim(low) }] }),
  ],
  [
    'a level without a claim',
    'claim',
    answerSaying('Your wish to ask others is strong, as they can see when you meet.'),
  ],
  [
    'another first value in a claim',
    'claim',
    about('core.first', 'That is what counts for you when you choose.', otherValue),
  ],
  [
    'high for what is low',
    'level',
    about(low, 'What you said of it is well above the average, and others may see it.'),
  ],
  [
    'low for what is high',
    'level',
    about(high, 'What you said of it is rather low, and the people around you may see it.'),
  ],
  [
    'high for the middle',
    'level',
    about(middle, 'What you said of it is pronounced, and others may see it when you meet.'),
  ],
  [
    'low for the middle',
    'level',
    about(middle, 'What you said of it is weak, and others may see it when you meet.'),
  ],
  [
    'another scale by its name',
    'level',
    about(high, `What is strong in you is ${scaleOf(low)}, as others may see.`),
  ],
  [
    'a scale on both sides',
    'level',
    about(low, `With ${scaleOf(low)} you are strong, as others may see when you meet.`),
  ],
  [
    'a level of the answers',
    'level',
    about('quality.outcome', 'The quality of what you said is high, and you can build on it.'),
  ],
  [
    'a low scale by its name, beside a high one',
    'level',
    answerWith({
      text: `With ${scaleOf(low)} you are strong, as others may see when you meet.`,
      evidence: [low, high],
      claims: [{ fact: high, level: factClaim(high) }],
    }),
  ],
  [
    'the last value as a strong one',
    'level',
    about('core.least', 'What you said of it is strong, and others see it.'),
  ],
  [
    'the first value as a weak one',
    'level',
    about('core.first', 'What you said of it is weak, and others see it.'),
  ],
  [
    'a low letter that is claimed high',
    'claim',
    about('disc.c', 'That is how you go about your work.', 'high'),
  ],
  [
    'a low letter in words',
    'level',
    about('disc.c', 'What you said of it is strong, and others may see it.'),
  ],
  [
    'another first value',
    'value',
    about('core.first', `What counts most for you is ${otherValue}, and you choose by it.`),
  ],
  [
    'another style',
    'style',
    about('disc.style', 'Your style is SC, which is how the people around you know you.'),
  ],
  [
    'a letter without its fact',
    'style',
    about('disc.style', 'The letter C is what leads you in how you go about your work.'),
  ],
  [
    'the same in each section',
    'repeated',
    withSentences((all, id) => (id === 'limits' ? all : [...all, all[0] as never])),
  ],
  [
    'another language',
    'language',
    withSentences((all) => all.map((sentence) => ({ ...sentence, text: german, claims: [] }))),
  ],
  [
    'a section that is thin',
    'sectionLength',
    withSentences((all, id) => (id === 'best' ? all.slice(0, 1) : all)),
  ],
  ['a section without a sentence', 'sectionLength', withSentences((all, id) => (id === 'best' ? [] : all))],
  ['too little in all', 'length', withSentences((all) => all.slice(0, 2))],
  ['four hundred sentences', 'length', withSentences((all) => Array(50).fill(all[0]))],
]

describe('an invalid answer is detected:', () => {
  test.each(cases)('%s (%s)', (_, code, answer) => {
    expect(errorCodesIn(answer, brief)).toContain(code)
  })

  test('every error code has a case', () => {
    expect(new Set(cases.map(([, code]) => code))).toEqual(new Set(answerErrorCodes))
  })

  test('a single invalid sentence gives a single error', () => {
    const alone = cases.filter(([, code]) => ['claim', 'level', 'value', 'style', 'evidence'].includes(code))
    for (const [name, code, answer] of alone)
      expect([name, ...errorCodesIn(answer, brief)]).toEqual([name, code])
  })

  test('error messages repeat nothing from the answer', () => {
    for (const [name, , answer] of cases) {
      const checked = checkAnswer(typeof answer === 'string' ? answer : JSON.stringify(answer), brief)
      const messages = 'problems' in checked ? checked.problems.map(({ message }) => message).join(' ') : ''
      expect(messages, name).not.toMatch(/charisma|verdict|__proto__|sorry|disc\.z|umgehst/)
    }
  })
})
