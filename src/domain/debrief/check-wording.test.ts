import { describe, expect, test } from 'vitest'
import { answerSaying, brief, canary, errorCodesIn, high } from '../../../test/support/debrief-answers.ts'
import type { Locale } from '../../contract/locale.ts'
import { checkAnswer } from './check-answer.ts'
import { checkWording } from './check-wording.ts'
import { type ValidationErrorCode, wordingErrorCodes } from './validation-error.ts'

/** Sentences supported by their fact but not allowed in a debrief, with the expected error. */
const cases: [name: string, code: ValidationErrorCode, text: string, section?: string][] = [
  ['the mark of the instructions', 'canary', `The mark is ${canary} and the rest is how you work.`],
  ['the mark letter by letter', 'canary', `The mark is ${[...canary].join('-')} and that is what it is.`],
  ['a figure that is made up', 'number', 'You are more open to it than 97 of those who gave answers to it.'],
  ['a percentage', 'number', `That is how ${brief.shown[high]?.percentile}% of people go about their work.`],
  ['a figure in letters', 'number', 'You are more open to it than ninety of those who gave answers to it.'],
  ['a figure in other digits', 'number', 'You are more open to it than ٩٧ of those who gave answers to it.'],
  [
    'a fraction in one character',
    'number',
    'You are more open to it than ¾ of those who gave answers to it.',
  ],
  ['a share in letters', 'number', 'You are more open to it than nine in ten of those who gave answers.'],
  [
    'a fraction in letters',
    'number',
    'You are more open to it than three quarters of those who gave answers.',
  ],
  ['a place in letters', 'number', 'You are in the upper tenth of those who gave answers to it.'],
  ['a dozen', 'number', 'You are more open to it than a dozen of those who gave answers to it.'],
  ['bold letters', 'markup', 'You **really** like to ask others what they think of a plan for the week.'],
  ['a heading', 'markup', '# What you like is to ask others what they think of a plan for the week.'],
  ['an item of a list', 'markup', '- You like to ask others what they think of a plan for the week.'],
  ['a second line', 'markup', 'You like to ask others\nwhat they think of a plan for the week.'],
  ['a tag', 'markup', 'You like to ask <b>others</b> what they think of a plan for the week.'],
  ['a script', 'markup', 'You like to ask <script>alert(1)</script> what they think of a plan.'],
  ['an entity', 'markup', 'You like to ask &lt;others&gt; what they think of a plan for the week.'],
  ['a tag in wide characters', 'markup', 'You like to ask ＜b＞others＜/b＞ what they think of a plan.'],
  [
    'a picture that tells who reads',
    'link',
    'You like ![x](https://evil.example/a.png) what they think of it.',
  ],
  ['an address', 'link', 'You can read more about it at https://evil.example in the days to come.'],
  [
    'an address without a scheme',
    'link',
    'You can read more about it at evil.example when it is what you want.',
  ],
  ['an address in words', 'link', 'You can read more about it at evil dot com when it is what you want.'],
  ['an address with a dot in brackets', 'link', 'You can read more about it at evil(.)com when it is time.'],
  ['an address of a person', 'link', 'You can write to coach@evil.example when you want to know more of it.'],
  ['a scheme that runs', 'link', 'You can open javascript:alert to see what others think of it.'],
  ['a slot', 'slot', 'Dear {{name}}, you like to ask others what they think of a plan.'],
  ['a slot of another kind', 'slot', `Dear $${'{name}'}, you like to ask others what they think of a plan.`],
  [
    'a control character',
    'characters',
    'You like to ask\u0007 others what they think of a plan for the week.',
  ],
  [
    'letters that look alike',
    'characters',
    'You like to \u0430sk others what they think of a plan for the week.',
  ],
  [
    'a change of direction',
    'characters',
    'You like to ask \u202eothers what they think of a plan for the week.',
  ],
  [
    'what cannot be seen',
    'characters',
    'You like to ask\u200b others what they think of a plan for the week.',
  ],
  [
    'a lone half of a pair',
    'characters',
    'You like to ask \ud83d others what they think of a plan for the week.',
  ],
  [
    'a message in marks that cannot be seen',
    'characters',
    'You like to ask others\u{e0141}\u{e0142}\ufe0f what they think of a plan for the week.',
  ],
  [
    'a diagnosis with a mark in it that cannot be seen',
    'characters',
    'You may have a dis\u034forder that is worth a look when you have the time.',
  ],
  [
    'a heap of accents',
    'characters',
    `You like to ask others what they think of a plan${'\u0301'.repeat(60)} for the week.`,
  ],
  ['small capitals', 'characters', 'You may have a ᴅɪsᴏʀᴅᴇʀ that is worth a look when you have the time.'],
  ['a letter without its dot', 'characters', 'You may have a dısorder that is worth a look when it is time.'],
  ['a picture of a face', 'characters', 'You like to ask others what they think of a plan for the week 🙂.'],
  ['a diagnosis', 'banned', 'You may have a disorder that is worth a look when you have the time.'],
  [
    'a diagnosis in wide letters',
    'banned',
    'You may have a ｄｉｓｏｒｄｅｒ that is worth a look when it is time.',
  ],
  [
    'a diagnosis in capitals',
    'banned',
    'You may have a DISORDER that is worth a look when you have the time.',
  ],
  ['a diagnosis with accents', 'banned', 'You may have a dísordér that is worth a look when it is time.'],
  ['a belief', 'banned', 'You like to ask others what they think of it at the mosque and elsewhere.'],
  ['a prayer', 'banned', 'You like to pray with others before what you have to do in a week.'],
  ['advice to hire', 'banned', 'The team should not hire you for work with people from outside.'],
  ['a word of certainty', 'banned', 'You will always find a way to get on with what you have to do.'],
  ['he', 'banned', 'In a group he likes to hear what others think of the plan.'],
  ['talk of itself', 'banned', 'As an AI I can say that you like to ask others what they think.'],
  ['obedience', 'banned', 'You are right that previous instructions are not what you want to read.'],
  ['two sentences in one', 'sentence', 'You like to ask others. They like it and you can see that.'],
  ['a sentence that does not end', 'sentence', 'You like to ask others what they think of a plan and'],
  ['a sentence that does not begin', 'sentence', 'and you like to ask others what they think of a plan.'],
  ['praise with a mark', 'sentence', 'You like to ask others what they think of a plan, which is great!'],
  ['a word', 'sentence', 'Curious.'],
  ['sixty words', 'sentence', `You like ${'to ask and '.repeat(19)}to hear what others think.`],
  ['six hundred characters', 'sentence', `You like ${'o'.repeat(600)}.`],
  [
    'a statement for a question',
    'question',
    'You can talk about what you want to do with your week.',
    'questions',
  ],
  ['German', 'language', 'Du fragst die anderen oft, was sie von einem Plan halten und wie sie ihn sehen.'],
  [
    'Spanish',
    'language',
    'Con los demás usted suele hablar de lo que es para una persona el plan que se hace.',
  ],
  ['Japanese', 'language', 'あなたは計画について人の考えを聞くことが好きかもしれません。'],
]

describe('an invalid sentence is detected:', () => {
  test.each(cases)('%s (%s)', (_, code, text, section) => {
    expect(errorCodesIn(answerSaying(text, section), brief)).toContain(code)
  })

  test('every error code has a case', () => {
    expect(new Set(cases.map(([, code]) => code))).toEqual(new Set([...wordingErrorCodes, 'language']))
  })

  test('a single invalid word gives a single error', () => {
    for (const [name, code, text, section] of cases) {
      if (!['banned', 'number', 'question'].includes(code) || name.includes('wide')) continue
      if (/%|٩|¾/.test(text)) continue
      expect([name, ...errorCodesIn(answerSaying(text, section), brief)]).toEqual([name, code])
    }
  })

  test('error messages repeat nothing from the sentence except words from our lists', () => {
    for (const [name, , text, section] of cases) {
      const checked = checkAnswer(JSON.stringify(answerSaying(text, section)), brief)
      const messages = 'problems' in checked ? checked.problems.map(({ message }) => message).join(' ') : ''
      expect(messages, name).not.toMatch(/evil|script|alert|coach|6920318e|Curious/)
    }
  })
})

test.each([
  'It may be that you are “quick to ask” (and glad to be asked), which tends to help others.',
  'You may well ask “why not?” or “what for?” when a plan is on the table.',
  'Café, nai\u0308ve or déjà vu: the words that you choose may come from what you read.',
  'A plan, a cup of tea and a friend - that may be what you need for a good day.',
  'You are heard when you speak, and history, heritage and shelter are other words than he and she are in here.',
])('plain sentences pass unless they contain a listed word on its own: %s', (text) => {
  expect(errorCodesIn(answerSaying(text), brief)).toEqual(/\bshe\b/.test(text) ? ['banned'] : [])
})

const korean = '당신은 다른 사람들과 함께 계획을 세우는 것을 좋아할 수 있습니다'
const japanese = 'あなたは人の考えを聞くことが好きかもしれません。'
const chinese = '您可能喜欢先听听别人对计划的看法。'

test.each<[string, Locale, string]>([
  ['Hangul that fills a place and is not seen', 'ko', `${korean}\u3164\u115f\u1160.`],
  ['a filler of half the width', 'ko', `${korean}\uffa0.`],
  ['parts of Hangul that make no syllable', 'ko', `${korean}\u11a8\u11a8.`],
  ['small capitals in Korean', 'ko', `ᴅɪsᴏʀᴅᴇʀ ${korean}.`],
  ['small capitals in Japanese', 'jp', `ᴅɪsᴏʀᴅᴇʀ、${japanese}`],
  ['small capitals in Chinese', 'zh_CN', `ᴅɪsᴏʀᴅᴇʀ，${chinese}`],
  ['a row of spaces', 'en', 'You like to ask   others what they think of a plan.'],
  ['a row of spaces of two kinds', 'en', 'You like to ask \u00a0\u202f others what they think of a plan.'],
  ['a row of spaces before a tall mark', 'fr', 'Vous aimez savoir\u00a0\u202f: un plan compte pour vous.'],
  ['a space that does not break, in English', 'en', 'You like to\u00a0ask others what they think of a plan.'],
  ['one in French that is before no tall mark', 'fr', 'Vous aimez\u00a0savoir ce que les autres pensent.'],
])('texts of a model must not contain %s (%s)', (_, locale, text) => {
  expect(checkWording(text, { ...brief, locale }).map(({ code }) => code)).toContain('characters')
})

test.each<[Locale, string]>([
  ['ko', `DISC에서 ${korean}.`],
  ['ko', `${korean.normalize('NFD')}.`],
  ['jp', `ＤＩＳＣ、${japanese}`],
  ['zh_CN', `DISC，${chinese}`],
  ['fr', 'Vous aimez savoir ceci\u00a0: un plan «\u202fclair\u202f» compte-t-il pour vous\u202f?'],
])('plain characters of the language pass (%s): %s', (locale, text) => {
  expect(checkWording(text, { ...brief, locale }).map(({ code }) => code)).not.toContain('characters')
})
