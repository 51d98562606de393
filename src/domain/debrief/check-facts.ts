import { folded, patternOf } from '../../content/word-pattern.ts'
import type { AnsweredSentence } from './answer-schema.ts'
import type { FactLevel } from './fact-level.ts'
import type { DebriefBrief } from './prompt.ts'
import type { ValidationError } from './validation-error.ts'

/** Finds what a sentence states that its facts do not. */
export function checkFacts(sentence: AnsweredSentence, brief: DebriefBrief): ValidationError[] {
  const { evidence } = sentence
  if (evidence.length === 0) return [{ code: 'evidence', message: 'must name the fact that it rests on.' }]
  const existingIds = evidence.filter((id) => Object.hasOwn(brief.factLevels, id))
  if (existingIds.length < evidence.length) {
    return [{ code: 'evidence', message: 'names a fact that was not given.' }]
  }
  const text = folded(sentence.text)
  const evidenceLevels = existingIds.map((id) => brief.factLevels[id]).filter((level) => level !== undefined)
  return [
    ...checkClaims(sentence, brief),
    ...checkLevels(sentence, text, brief, evidenceLevels),
    ...checkValues(text, existingIds, brief),
    ...checkStyle(sentence.text, existingIds, brief),
    ...checkNumbers(text, evidenceLevels, brief),
  ]
}

function checkClaims(
  { claims, evidence }: AnsweredSentence,
  { factLevels }: DebriefBrief,
): ValidationError[] {
  return claims.flatMap(({ fact, level }): ValidationError[] => {
    const factLevel = Object.hasOwn(factLevels, fact) ? factLevels[fact] : undefined
    if (!factLevel || !evidence.includes(fact)) {
      return [{ code: 'claim', message: 'claims something of a fact that is not in its evidence.' }]
    }
    if (factLevel.claim === level) return []
    return [{ code: 'claim', message: `claims what is not so of ${fact}: it is ${factLevel.claim}.` }]
  })
}

/**
 * A word for high needs a fact on the high side, and a word for low one on the low side. If the sentence names
 * scales, they must be in its evidence, and only their sides count.
 */
function checkLevels(
  { claims }: AnsweredSentence,
  text: string,
  { words, scales, factLevels }: DebriefBrief,
  evidenceLevels: readonly FactLevel[],
): ValidationError[] {
  const mentionedSides = (['high', 'low'] as const).filter((side) => patternOf(words.levels[side]).test(text))
  if (mentionedSides.length === 0) return []
  if (claims.length === 0) return [{ code: 'claim', message: 'says how much, so it must have a claim.' }]
  const namedLevels = scales.filter(([name]) => patternOf([name]).test(text)).map(([, id]) => factLevels[id])
  if (namedLevels.some((level) => level && !evidenceLevels.includes(level))) {
    return [{ code: 'level', message: 'names a scale that is not in its evidence.' }]
  }
  const relevantLevels = namedLevels.length > 0 ? namedLevels : evidenceLevels
  return mentionedSides
    .filter((side) => !relevantLevels.some((level) => level?.side === side))
    .map((side) => ({ code: 'level', message: `says ${side} of facts that are not ${side}.` }))
}

/** A sentence about values may only name those in its evidence. */
function checkValues(
  text: string,
  evidence: readonly string[],
  { shown, values }: DebriefBrief,
): ValidationError[] {
  const evidenceValues = evidence
    .filter((id) => id.startsWith('core.'))
    .flatMap((id) => Object.values(shown[id] ?? {}))
  if (evidenceValues.length === 0) return []
  const namesOther = values.some(
    ([name, key]) => patternOf([name]).test(text) && !evidenceValues.includes(key),
  )
  return namesOther ? [{ code: 'value', message: 'names a value that its evidence does not hold.' }] : []
}

/** DISC letters in capitals must be the person's own style or a letter in the evidence. */
function checkStyle(
  text: string,
  evidence: readonly string[],
  { factLevels }: DebriefBrief,
): ValidationError[] {
  const codes = text.match(/(?<![\p{L}'’])(?:[DSC]|[DISC]{2,4})(?![\p{L}'’])/gu) ?? []
  const style = evidence.includes('disc.style') ? factLevels['disc.style']?.claim : undefined
  const isOwn = (code: string) => code === style || evidence.includes(`disc.${code.toLowerCase()}`)
  // DISC itself consists of the same letters.
  if (codes.every((code) => code === 'DISC' || isOwn(code))) return []
  return [{ code: 'style', message: 'names a style or letter that its evidence does not hold.' }]
}

/** Numbers in the facts of the sentence are allowed; any other, in digits or in words, is made up. */
function checkNumbers(
  text: string,
  evidenceLevels: readonly FactLevel[],
  { words }: DebriefBrief,
): ValidationError[] {
  const allowedNumbers = new Set(evidenceLevels.flatMap(({ numbers }) => numbers.map(String)))
  const digits = text.match(/\p{N}[\p{N}.,]*\p{N}|\p{N}/gu) ?? []
  const isMadeUp = digits.some((figure) => !allowedNumbers.has(figure)) || /[%‰]/u.test(text)
  if (!isMadeUp && !patternOf(words.numbers).test(text)) return []
  return [{ code: 'number', message: 'gives a figure that is not in its facts.' }]
}
