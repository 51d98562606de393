import type { Answer, AnsweredSentence } from '../../src/domain/debrief/answer-schema.ts'
import { checkAnswer } from '../../src/domain/debrief/check.ts'
import type { Facts } from '../../src/domain/debrief/facts.ts'
import type { Fault } from '../../src/domain/debrief/fault.ts'
import { type Brief, briefFor, questionFrom } from '../../src/domain/debrief/prompt.ts'
import { sampleFacts } from './debrief-facts.ts'
import { goodAnswer } from './model-answer.ts'

/** The mark in the instructions of all of these. */
export const canary = '6920318e4b1a0c7d2e8f5a63'

export const briefOf = (facts: Facts) => briefFor({ facts, locale: 'en' }, canary)

export function answerFor(brief: Brief): Answer {
  const { user } = questionFrom(brief, [])
  return goodAnswer({ messages: [{ role: 'user', content: user }] })
}

/** The kinds of fault that are found, each once. */
export function faultsIn(answer: unknown, brief: Brief): Fault[] {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const checked = checkAnswer(text, brief)
  return 'problems' in checked ? [...new Set(checked.problems.map(({ fault }) => fault))] : []
}

export const facts = sampleFacts(3)
export const brief = briefOf(facts)
/** One fact on each side, as the facts have them. */
const on = (side: string) =>
  Object.keys(brief.standings).find(
    (id) => id.includes('.facets.') && brief.standings[id]?.side === side,
  ) as string
export const [high, middle, low] = [on('high'), on('middle'), on('low')]
export const levelOf = (id: string) => brief.standings[id]?.claim as string
export const value = levelOf('core.first')
export const otherValue = levelOf('core.fifth')

/** A good answer with this in the place of one of its sentences. */
export function planted(change: Partial<AnsweredSentence>, section = 'best'): Answer {
  const answer = answerFor(brief)
  const { sentences } = answer.sections.find(({ id }) => id === section) as Answer['sections'][number]
  // Of three, the last says nothing of a level, so that nothing but what is planted can be at fault.
  const at = section === 'drives' ? 0 : 2
  sentences[at] = { ...sentences[at], ...change } as AnsweredSentence
  return answer
}

/** The same with a text that says nothing of any level. */
export const saying = (text: string, section?: string) =>
  planted({ text, evidence: [high, 'quality.outcome'], claims: [] }, section)
