import type { ModelSection } from '../../content/debrief.ts'
import { folded } from '../../content/word-pattern.ts'
import { type AnsweredSentence, DebriefAnswer } from './answer-schema.ts'
import { assembleSections } from './assemble.ts'
import { checkFacts } from './check-facts.ts'
import { checkWording } from './check-wording.ts'
import { countWords } from './count-words.ts'
import { detectLanguage } from './detect-language.ts'
import { lengthsIn } from './lengths.ts'
import type { DebriefBrief } from './prompt.ts'
import type { WrittenSection } from './text.ts'
import type { ValidationError } from './validation-error.ts'

/**
 * Checks a model's answer against the facts, sentence by sentence. Returns the sections as they will be stored, with
 * our own headings, or all errors. Pure: the same answer always gets the same verdict.
 */
export function checkAnswer(
  text: string,
  brief: DebriefBrief,
): { sections: WrittenSection[] } | { problems: ValidationError[] } {
  const problems: ValidationError[] = []
  if (containsCanary(brief.canary, text)) {
    problems.push({ code: 'canary', message: 'The mark in the instructions must not be in the answer.' })
  }
  const answer = parse(text)
  if (!('answer' in answer)) return { problems: [...problems, answer.problem] }
  const { sections } = answer.answer
  problems.push(...checkOrder(sections, brief))
  if (sections.flatMap(({ sentences }) => sentences).length > maxSentences) {
    return { problems: [...problems, { code: 'length', message: `No more than ${maxSentences} sentences.` }] }
  }
  const seen = new Set<string>()
  for (const { id, sentences } of sections) {
    for (const [at, sentence] of sentences.entries()) {
      const location = `${id}, sentence ${at + 1}`
      problems.push(...checkSentence(sentence, id, brief, location))
      const normalized = folded(sentence.text)
      if (seen.has(normalized))
        problems.push({ code: 'repeated', message: `${location}: this has been said before.` })
      seen.add(normalized)
    }
    problems.push(...checkSection(id, sentences, brief))
  }
  const whole = assembleSections(sections, brief)
  problems.push(...checkLength(whole, brief))
  return problems.length > 0 ? { problems } : { sections: whole }
}

/** Well above the longest valid answer; anything longer need not be checked. */
const maxSentences = 80
const maxCharacters = 500
const maxFacts = 10

/** Whether the answer contains the canary, even with other characters between its letters. */
function containsCanary(canary: string, text: string): boolean {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .includes(canary.toLowerCase())
}

function parse(text: string): { answer: DebriefAnswer } | { problem: ValidationError } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: { code: 'json', message: 'The answer must be one JSON document and nothing else.' } }
  }
  const read = DebriefAnswer.safeParse(value)
  if (read.success) return { answer: read.data }
  const path = read.error.issues[0]?.path.filter(
    (part) => typeof part === 'number' || schemaKeys.has(String(part)),
  )
  const message = `The answer does not have the form of the schema${path?.length ? `, at ${path.join('.')}` : ''}.`
  return { problem: { code: 'schema', message } }
}

/** Keys of our schema; any other key is text from the model. */
const schemaKeys = new Set(['sections', 'id', 'sentences', 'text', 'evidence', 'claims', 'fact', 'level'])

function checkOrder(sections: DebriefAnswer['sections'], brief: DebriefBrief): ValidationError[] {
  if (sections.map(({ id }) => id).join() === brief.sections.join()) return []
  const message = `The sections must be these, each once and in this order: ${brief.sections.join(', ')}.`
  return [{ code: 'sections', message }]
}

function checkSentence(
  sentence: AnsweredSentence,
  section: ModelSection,
  brief: DebriefBrief,
  location: string,
): ValidationError[] {
  const { text, evidence, claims } = sentence
  if (text.length > maxCharacters || evidence.length > maxFacts || claims.length > maxFacts) {
    return [{ code: 'sentence', message: `${location}: is too long, or names more than ${maxFacts} facts.` }]
  }
  const errors = [...checkWording(text, brief), ...checkFacts(sentence, brief)]
  if (section === 'questions' && !/[?？]$/u.test(text)) {
    errors.push({ code: 'question', message: 'must be a question.' })
  }
  return errors.map(({ code, message }) => ({ code, message: `${location}: ${message}` }))
}

function checkSection(
  id: ModelSection,
  sentences: readonly AnsweredSentence[],
  brief: DebriefBrief,
): ValidationError[] {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const words = countWords(text)
  const [min, max] = lengthsIn(brief.locale).sections[id]
  const problems: ValidationError[] = []
  if (words < min || words > max) {
    problems.push({
      code: 'sectionLength',
      message: `${id}: has ${words} words; it must have ${min} to ${max}.`,
    })
  }
  if (detectLanguage(text) !== brief.locale && words > 0) {
    problems.push({ code: 'language', message: `${id}: is not in the language that was asked for.` })
  }
  return problems
}

/** Counts our sentences and the model's together, as readers see them. */
function checkLength(sections: readonly WrittenSection[], { locale }: DebriefBrief): ValidationError[] {
  const words = countWords(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' '))
  const [min, max] = lengthsIn(locale).whole
  if (words >= min && words <= max) return []
  return [{ code: 'length', message: `The whole text has ${words} words; it must have ${min} to ${max}.` }]
}
