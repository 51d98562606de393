import type { DebriefSection } from '../../content/debrief.ts'
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
 * Holds a model's answer against the facts, sentence by sentence. Answers the sections as they are to be stored, with
 * our own headings, or everything that is wrong. It is pure: the same answer is always judged alike.
 */
export function checkAnswer(
  text: string,
  brief: DebriefBrief,
): { sections: WrittenSection[] } | { problems: ValidationError[] } {
  const problems: ValidationError[] = []
  if (containsCanary(brief.canary, text)) {
    problems.push({ fault: 'canary', words: 'The mark in the instructions must not be in the answer.' })
  }
  const answer = parse(text)
  if (!('answer' in answer)) return { problems: [...problems, answer.problem] }
  const { sections } = answer.answer
  problems.push(...checkOrder(sections, brief))
  if (sections.flatMap(({ sentences }) => sentences).length > maxSentences) {
    return { problems: [...problems, { fault: 'length', words: `No more than ${maxSentences} sentences.` }] }
  }
  const seen = new Set<string>()
  for (const { id, sentences } of sections) {
    for (const [at, sentence] of sentences.entries()) {
      const location = `${id}, sentence ${at + 1}`
      problems.push(...checkSentence(sentence, id, brief, location))
      const said = folded(sentence.text)
      if (seen.has(said))
        problems.push({ fault: 'repeated', words: `${location}: this has been said before.` })
      seen.add(said)
    }
    problems.push(...checkSection(id, sentences, brief))
  }
  const whole = assembleSections(sections, brief)
  problems.push(...checkLength(whole, brief))
  return problems.length > 0 ? { problems } : { sections: whole }
}

/** Far more than the longest good answer has; whatever is longer need not be read. */
const maxSentences = 80
const maxCharacters = 500
const maxFacts = 10

/** Whether the mark came out, whatever stands between its letters. */
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
    return { problem: { fault: 'json', words: 'The answer must be one JSON document and nothing else.' } }
  }
  const read = DebriefAnswer.safeParse(value)
  if (read.success) return { answer: read.data }
  const path = read.error.issues[0]?.path.filter((part) => typeof part === 'number' || own.has(String(part)))
  const words = `The answer does not have the form of the schema${path?.length ? `, at ${path.join('.')}` : ''}.`
  return { problem: { fault: 'schema', words } }
}

/** Names of our own schema; any other name is the model's word. */
const own = new Set(['sections', 'id', 'sentences', 'text', 'evidence', 'claims', 'fact', 'level'])

function checkOrder(sections: DebriefAnswer['sections'], brief: DebriefBrief): ValidationError[] {
  if (sections.map(({ id }) => id).join() === brief.sections.join()) return []
  const words = `The sections must be these, each once and in this order: ${brief.sections.join(', ')}.`
  return [{ fault: 'sections', words }]
}

function checkSentence(
  sentence: AnsweredSentence,
  section: DebriefSection,
  brief: DebriefBrief,
  location: string,
): ValidationError[] {
  const { text, evidence, claims } = sentence
  if (text.length > maxCharacters || evidence.length > maxFacts || claims.length > maxFacts) {
    return [{ fault: 'sentence', words: `${location}: is too long, or names more than ${maxFacts} facts.` }]
  }
  const found = [...checkWording(text, brief), ...checkFacts(sentence, brief)]
  if (section === 'questions' && !/[?？]$/u.test(text)) {
    found.push({ fault: 'question', words: 'must be a question.' })
  }
  return found.map(({ fault, words }) => ({ fault, words: `${location}: ${words}` }))
}

function checkSection(
  id: DebriefSection,
  sentences: readonly AnsweredSentence[],
  brief: DebriefBrief,
): ValidationError[] {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const words = countWords(text)
  const [least, most] = lengthsIn(brief.locale).sections[id]
  const problems: ValidationError[] = []
  if (words < least || words > most) {
    problems.push({
      fault: 'sectionLength',
      words: `${id}: has ${words} words; it must have ${least} to ${most}.`,
    })
  }
  if (detectLanguage(text) !== brief.locale && words > 0) {
    problems.push({ fault: 'language', words: `${id}: is not in the language that was asked for.` })
  }
  return problems
}

/** Ours and the model's together, as a reader gets them. */
function checkLength(sections: readonly WrittenSection[], { locale }: DebriefBrief): ValidationError[] {
  const words = countWords(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' '))
  const [least, most] = lengthsIn(locale).whole
  if (words >= least && words <= most) return []
  return [{ fault: 'length', words: `The whole text has ${words} words; it must have ${least} to ${most}.` }]
}
