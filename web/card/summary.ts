import type { LetterScores } from '../../src/charts/dial.ts'
import type { Level } from '../../src/charts/reading.ts'

/** What the card draws, from the structured content of `get_behavioral_summary`. */
export type Summary = {
  profileId: string | undefined
  name: string | undefined
  email: string | undefined
  isCompleted: boolean
  disc: { style: string; letters: LetterScores } | undefined
  focus: readonly TraitScore[] | undefined
  /** Keys of the values, most important first. */
  core: readonly string[] | undefined
  /** Markdown of the debrief, and whether it was written from earlier results. */
  debrief: { content: string; stale: boolean } | undefined
}

export type TraitScore = { trait: TraitKey; score: number; level: Level }

const traitKeys = ['flexibility', 'organization', 'communication', 'understanding', 'stability'] as const
export type TraitKey = (typeof traitKeys)[number]

export type CoreKey =
  | 'freedom'
  | 'wisdom'
  | 'adventure'
  | 'enjoyment'
  | 'achievement'
  | 'influence'
  | 'wealth'
  | 'recognition'
  | 'security'
  | 'tradition'
  | 'familyHappiness'
  | 'care'
  | 'fairness'

/**
 * Parses untrusted structured content: missing or malformed parts are dropped one by one, so that a card of an
 * earlier release still shows what it supports. Undefined if nothing is left.
 */
export function readSummary(content: unknown): Summary | undefined {
  if (!isObject(content) || typeof content.isCompleted !== 'boolean') return undefined
  return {
    profileId: text(content.profileId),
    name: text(content.name),
    email: text(content.email),
    isCompleted: content.isCompleted,
    disc: readDisc(content.disc),
    focus: readFocus(content.focus),
    core: readCore(content.core),
    debrief: readDebrief(content.debrief),
  }
}

function readDisc(given: unknown): Summary['disc'] {
  if (!isObject(given)) return undefined
  const [d, i, s, c] = [given.d, given.i, given.s, given.c].map(hundredth)
  if (d === undefined || i === undefined || s === undefined || c === undefined) return undefined
  const style = text(given.style) ?? ''
  return { style: /^[DISC]{1,2}$/.test(style) ? style : '', letters: { d, i, s, c } }
}

function readFocus(given: unknown): Summary['focus'] {
  if (!isObject(given)) return undefined
  const read = traitKeys.flatMap((trait) => {
    const scale = given[trait]
    if (!isObject(scale)) return []
    const [score, level] = [hundredth(scale.score), scale.level]
    return score !== undefined && isLevel(level) ? [{ trait, score, level }] : []
  })
  return read.length > 0 ? read : undefined
}

function readCore(given: unknown): Summary['core'] {
  if (!isObject(given)) return undefined
  const keys = ['first', 'second', 'third', 'fourth', 'fifth'].map((place) => text(given[place]))
  // A gap would shift the ranks of all later values.
  const end = keys.indexOf(undefined)
  const ranked = (end < 0 ? keys : keys.slice(0, end)) as string[]
  return ranked.length > 0 ? ranked : undefined
}

function readDebrief(given: unknown): Summary['debrief'] {
  const content = isObject(given) ? text(given.content) : undefined
  return content === undefined ? undefined : { content, stale: isObject(given) && given.stale === true }
}

export function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

function text(given: unknown): string | undefined {
  return typeof given === 'string' && given.trim() ? given : undefined
}

function hundredth(given: unknown): number | undefined {
  return typeof given === 'number' && given >= 0 && given <= 100 ? given : undefined
}

function isLevel(given: unknown): given is Level {
  return ['veryLow', 'low', 'baseline', 'high', 'veryHigh'].includes(given as string)
}
