import type { DebriefSection } from '../../content/debrief.ts'
import { folded } from '../../content/word-pattern.ts'
import { Answer, type AnsweredSentence } from './answer-schema.ts'
import { assemble } from './assemble.ts'
import { checkFacts } from './check-facts.ts'
import { checkWording } from './check-wording.ts'
import type { Problem } from './fault.ts'
import { languageOf } from './language.ts'
import { lengthsIn } from './lengths.ts'
import type { Brief } from './prompt.ts'
import type { Section } from './text.ts'
import { countWords } from './words.ts'

/**
 * Holds a model's answer against the facts, sentence by sentence. Answers the sections as they are to be stored, with
 * our own headings, or everything that is wrong. It is pure: the same answer is always judged alike.
 */
export function checkAnswer(text: string, brief: Brief): { sections: Section[] } | { problems: Problem[] } {
  const problems: Problem[] = []
  if (isTold(brief.canary, text)) {
    problems.push({ fault: 'canary', words: 'The mark in the instructions must not be in the answer.' })
  }
  const answer = parse(text)
  if (!('answer' in answer)) return { problems: [...problems, answer.problem] }
  const { sections } = answer.answer
  problems.push(...checkOrder(sections, brief))
  if (sections.flatMap(({ sentences }) => sentences).length > mostSentences) {
    return { problems: [...problems, { fault: 'length', words: `No more than ${mostSentences} sentences.` }] }
  }
  const seen = new Set<string>()
  for (const { id, sentences } of sections) {
    for (const [at, sentence] of sentences.entries()) {
      const place = `${id}, sentence ${at + 1}`
      problems.push(...checkSentence(sentence, id, brief, place))
      const said = folded(sentence.text)
      if (seen.has(said)) problems.push({ fault: 'repeated', words: `${place}: this has been said before.` })
      seen.add(said)
    }
    problems.push(...checkSection(id, sentences, brief))
  }
  const whole = assemble(sections, brief)
  problems.push(...checkLength(whole, brief))
  return problems.length > 0 ? { problems } : { sections: whole }
}

/** Far more than the longest good answer has; whatever is longer need not be read. */
const mostSentences = 80
const mostCharacters = 500
const mostFacts = 10

/** Whether the mark came out, whatever stands between its letters. */
function isTold(canary: string, text: string): boolean {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .includes(canary.toLowerCase())
}

function parse(text: string): { answer: Answer } | { problem: Problem } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: { fault: 'json', words: 'The answer must be one JSON document and nothing else.' } }
  }
  const read = Answer.safeParse(value)
  if (read.success) return { answer: read.data }
  const place = read.error.issues[0]?.path.filter((part) => typeof part === 'number' || own.has(String(part)))
  const words = `The answer does not have the form of the schema${place?.length ? `, at ${place.join('.')}` : ''}.`
  return { problem: { fault: 'schema', words } }
}

/** Names of our own schema; any other name is the model's word. */
const own = new Set(['sections', 'id', 'sentences', 'text', 'evidence', 'claims', 'fact', 'level'])

function checkOrder(sections: Answer['sections'], brief: Brief): Problem[] {
  if (sections.map(({ id }) => id).join() === brief.sections.join()) return []
  const words = `The sections must be these, each once and in this order: ${brief.sections.join(', ')}.`
  return [{ fault: 'sections', words }]
}

function checkSentence(
  sentence: AnsweredSentence,
  section: DebriefSection,
  brief: Brief,
  place: string,
): Problem[] {
  const { text, evidence, claims } = sentence
  if (text.length > mostCharacters || evidence.length > mostFacts || claims.length > mostFacts) {
    return [{ fault: 'sentence', words: `${place}: is too long, or names more than ${mostFacts} facts.` }]
  }
  const found = [...checkWording(text, brief), ...checkFacts(sentence, brief)]
  if (section === 'questions' && !/[?？]$/u.test(text)) {
    found.push({ fault: 'question', words: 'must be a question.' })
  }
  return found.map(({ fault, words }) => ({ fault, words: `${place}: ${words}` }))
}

function checkSection(id: DebriefSection, sentences: readonly AnsweredSentence[], brief: Brief): Problem[] {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const words = countWords(text)
  const [least, most] = lengthsIn(brief.locale).sections[id]
  const problems: Problem[] = []
  if (words < least || words > most) {
    problems.push({
      fault: 'sectionLength',
      words: `${id}: has ${words} words; it must have ${least} to ${most}.`,
    })
  }
  if (languageOf(text) !== brief.locale && words > 0) {
    problems.push({ fault: 'language', words: `${id}: is not in the language that was asked for.` })
  }
  return problems
}

/** Ours and the model's together, as a reader gets them. */
function checkLength(sections: readonly Section[], { locale }: Brief): Problem[] {
  const words = countWords(sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)).join(' '))
  const [least, most] = lengthsIn(locale).whole
  if (words >= least && words <= most) return []
  return [{ fault: 'length', words: `The whole text has ${words} words; it must have ${least} to ${most}.` }]
}
