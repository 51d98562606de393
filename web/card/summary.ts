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

function readDisc(value: unknown): Summary['disc'] {
  if (!isObject(value)) return undefined
  const [d, i, s, c] = [value.d, value.i, value.s, value.c].map(hundredth)
  if (d === undefined || i === undefined || s === undefined || c === undefined) return undefined
  const style = text(value.style) ?? ''
  return { style: /^[DISC]{1,2}$/.test(style) ? style : '', letters: { d, i, s, c } }
}

function readFocus(value: unknown): Summary['focus'] {
  if (!isObject(value)) return undefined
  const read = traitKeys.flatMap((trait) => {
    const scale = value[trait]
    if (!isObject(scale)) return []
    const [score, level] = [hundredth(scale.score), scale.level]
    return score !== undefined && isLevel(level) ? [{ trait, score, level }] : []
  })
  return read.length > 0 ? read : undefined
}

function readCore(value: unknown): Summary['core'] {
  if (!isObject(value)) return undefined
  const keys = ['first', 'second', 'third', 'fourth', 'fifth'].map((rank) => text(value[rank]))
  // A gap would shift the ranks of all later values.
  const end = keys.indexOf(undefined)
  const ranked = (end < 0 ? keys : keys.slice(0, end)) as string[]
  return ranked.length > 0 ? ranked : undefined
}

function readDebrief(value: unknown): Summary['debrief'] {
  const content = isObject(value) ? text(value.content) : undefined
  return content === undefined ? undefined : { content, stale: isObject(value) && value.stale === true }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}

function hundredth(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined
}

function isLevel(value: unknown): value is Level {
  return ['veryLow', 'low', 'baseline', 'high', 'veryHigh'].includes(value as string)
}
