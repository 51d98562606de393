import { createHash } from 'node:crypto'
import type { SealContext } from '../../contract/secret-key.ts'
import type { AssessmentId } from '../../contract/shapes.ts'

/** The settings of a shareable link: what people who start from it get. */
export type ShareLinkRequest = {
  tagIds: readonly string[]
  customId: string | undefined
  /** Empty for the account's usual assessments, as they are when a person starts. */
  assessmentIds: readonly AssessmentId[]
}

export type ShareLink = ShareLinkRequest & {
  id: string
  tokenSealed: Buffer
  expiresAt: string
}

/** Days for which a shareable link is valid. */
export const linkDays = 30

/** A request for the same link gets the existing one while it has at least this many days left. */
export const minReusableDays = 1

/** What makes two requests ask for the same link; the order of ids and repeats of them do not count. */
export function fingerprintOf({ tagIds, customId, assessmentIds }: ShareLinkRequest): Buffer {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort()
  const text = JSON.stringify([sorted(tagIds), customId ?? null, sorted(assessmentIds)])
  return createHash('sha256').update(text).digest()
}

/** Under which name a link's token is sealed, so that it opens in its own row only. */
export function sealContext(accountId: string, linkId: string): SealContext {
  return `share_link:${accountId}:${linkId}`
}

/** How many people may still start at once, as of a time. */
export type StartAllowance = { left: number; at: Date }

/**
 * Two full rooms may start at once, and twenty people a minute after that: robots find public links. One network may
 * start one room full, so that it never takes all of these.
 */
export const startBurst = 120
const startsPerMinute = 20

/** Takes one start, or tells in how many seconds there is one again. */
export function takeStart(
  { left, at }: StartAllowance,
  now: Date,
): { left: number } | { nextInSeconds: number } {
  const minutes = Math.max(0, now.getTime() - at.getTime()) / 60_000
  const available = Math.min(startBurst, left + minutes * startsPerMinute)
  if (available >= 1) return { left: available - 1 }
  const milliseconds = Math.round(((1 - available) / startsPerMinute) * 60_000)
  return { nextInSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) }
}
