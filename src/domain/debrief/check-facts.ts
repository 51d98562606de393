import { folded, patternOf } from '../../content/word-pattern.ts'
import type { AnsweredSentence } from './answer-schema.ts'
import type { FactLevel } from './fact-level.ts'
import type { DebriefBrief } from './prompt.ts'
import type { ValidationError } from './validation-error.ts'

/** What a sentence says that its facts do not. */
export function checkFacts(sentence: AnsweredSentence, brief: DebriefBrief): ValidationError[] {
  const { evidence } = sentence
  if (evidence.length === 0) return [{ fault: 'evidence', words: 'must name the fact that it rests on.' }]
  const existingIds = evidence.filter((id) => Object.hasOwn(brief.factLevels, id))
  if (existingIds.length < evidence.length) {
    return [{ fault: 'evidence', words: 'names a fact that was not given.' }]
  }
  const text = folded(sentence.text)
  const evidenceLevels = existingIds.map((id) => brief.factLevels[id]).filter((one) => one !== undefined)
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
      return [{ fault: 'claim', words: 'claims something of a fact that is not in its evidence.' }]
    }
    if (factLevel.claim === level) return []
    return [{ fault: 'claim', words: `claims what is not so of ${fact}: it is ${factLevel.claim}.` }]
  })
}

/**
 * A word that says high needs a fact on that side, and so does one that says low. Where the sentence names scales,
 * those must be its evidence, and their sides are the ones that count.
 */
function checkLevels(
  { claims }: AnsweredSentence,
  text: string,
  { words, scales, factLevels }: DebriefBrief,
  resting: readonly FactLevel[],
): ValidationError[] {
  const said = (['high', 'low'] as const).filter((side) => patternOf(words.levels[side]).test(text))
  if (said.length === 0) return []
  if (claims.length === 0) return [{ fault: 'claim', words: 'says how much, so it must have a claim.' }]
  const named = scales.filter(([name]) => patternOf([name]).test(text)).map(([, id]) => factLevels[id])
  if (named.some((one) => one && !resting.includes(one))) {
    return [{ fault: 'level', words: 'names a scale that is not in its evidence.' }]
  }
  const counting = named.length > 0 ? named : resting
  return said
    .filter((side) => !counting.some((one) => one?.side === side))
    .map((side) => ({ fault: 'level', words: `says ${side} of facts that are not ${side}.` }))
}

/** A sentence about values names those that its evidence holds, and no others. */
function checkValues(
  text: string,
  evidence: readonly string[],
  { shown, values }: DebriefBrief,
): ValidationError[] {
  const own = evidence.filter((id) => id.startsWith('core.')).flatMap((id) => Object.values(shown[id] ?? {}))
  if (own.length === 0) return []
  const strange = values.some(([name, key]) => patternOf([name]).test(text) && !own.includes(key))
  return strange ? [{ fault: 'value', words: 'names a value that its evidence does not hold.' }] : []
}

/** Letters of DISC in capitals: the person's own style, or a letter that is in the evidence. */
function checkStyle(
  text: string,
  evidence: readonly string[],
  { factLevels }: DebriefBrief,
): ValidationError[] {
  const codes = text.match(/(?<![\p{L}'’])(?:[DSC]|[DISC]{2,4})(?![\p{L}'’])/gu) ?? []
  const style = evidence.includes('disc.style') ? factLevels['disc.style']?.claim : undefined
  const isOwn = (code: string) => code === style || evidence.includes(`disc.${code.toLowerCase()}`)
  // The name of the instrument is made of the same letters.
  if (codes.every((code) => code === 'DISC' || isOwn(code))) return []
  return [{ fault: 'style', words: 'names a style or letter that its evidence does not hold.' }]
}

/** Figures that stand in the facts of the sentence are true; any other is made up, written out or not. */
function checkNumbers(
  text: string,
  resting: readonly FactLevel[],
  { words }: DebriefBrief,
): ValidationError[] {
  const known = new Set(resting.flatMap(({ numbers }) => numbers.map(String)))
  const digits = text.match(/\p{N}[\p{N}.,]*\p{N}|\p{N}/gu) ?? []
  const isMadeUp = digits.some((figure) => !known.has(figure)) || /[%‰]/u.test(text)
  if (!isMadeUp && !patternOf(words.numbers).test(text)) return []
  return [{ fault: 'number', words: 'gives a figure that is not in its facts.' }]
}
