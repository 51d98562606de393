import type { AnsweredSentence, DebriefAnswer } from '../../src/domain/debrief/answer-schema.ts'
import { checkAnswer } from '../../src/domain/debrief/check-answer.ts'
import type { Facts } from '../../src/domain/debrief/facts.ts'
import { buildModelQuestion, createDebriefBrief, type DebriefBrief } from '../../src/domain/debrief/prompt.ts'
import type { ValidationErrorCode } from '../../src/domain/debrief/validation-error.ts'
import { sampleFacts } from './debrief-facts.ts'
import { goodAnswer } from './model-answer.ts'

/** The canary in the instructions of all these prompts. */
export const canary = '6920318e4b1a0c7d2e8f5a63'

export const briefOf = (facts: Facts) => createDebriefBrief({ facts, locale: 'en' }, canary)

export function answerFor(brief: DebriefBrief): DebriefAnswer {
  const { user } = buildModelQuestion(brief, [])
  return goodAnswer({ messages: [{ role: 'user', content: user }] })
}

/** The kinds of errors found, each once. */
export function errorCodesIn(answer: unknown, brief: DebriefBrief): ValidationErrorCode[] {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const checked = checkAnswer(text, brief)
  return 'problems' in checked ? [...new Set(checked.problems.map(({ code }) => code))] : []
}

export const facts = sampleFacts(3)
export const brief = briefOf(facts)
/** A fact on the given side. */
const on = (side: string) =>
  Object.keys(brief.factLevels).find(
    (id) => id.includes('.facets.') && brief.factLevels[id]?.side === side,
  ) as string
export const [high, middle, low] = [on('high'), on('middle'), on('low')]
export const factClaim = (id: string) => brief.factLevels[id]?.claim as string
export const value = factClaim('core.first')
export const otherValue = factClaim('core.fifth')

/** A valid answer with one sentence replaced. */
export function answerWith(change: Partial<AnsweredSentence>, section = 'best'): DebriefAnswer {
  const answer = answerFor(brief)
  const { sentences } = answer.sections.find(({ id }) => id === section) as DebriefAnswer['sections'][number]
  // The last of three sentences mentions no level, so that only the planted error can be found.
  const at = section === 'drives' ? 0 : 2
  sentences[at] = { ...sentences[at], ...change } as AnsweredSentence
  return answer
}

/** The same with a text that mentions no level. */
export const answerSaying = (text: string, section?: string) =>
  answerWith({ text, evidence: [high, 'quality.outcome'], claims: [] }, section)
