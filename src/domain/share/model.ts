import { createHash } from 'node:crypto'
import type { FocusFormName } from '../../contract/focus-form.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import type { SealContext } from '../../contract/secret-key.ts'
import type { AssessmentId } from '../../contract/shapes.ts'

/** What people who start from a share link get. */
export type ShareLinkRequest = {
  tagIds: readonly string[]
  customId: string | undefined
  /** Empty for the account's default assessments at the time a person starts. */
  assessmentIds: readonly AssessmentId[]
  /** Undefined for the account's length of Focus at the time a person starts. */
  focusForm?: FocusFormName | undefined
  /** Unlimited if undefined. */
  maxStarts: number | undefined
  /** When the link was asked to end; undefined for the default. */
  endsAt: string | undefined
}

/** What decides how someone starts from a link. */
export type ShareLink = Omit<ShareLinkRequest, 'endsAt'> & {
  id: string
  tokenSealed: Buffer
  expiresAt: string
  /** How many have started. */
  starts: number
}

/** Days for which a share link is valid, if the request doesn't say. */
export const linkDays = 30

/** Most days for which a share link can be valid. */
export const maxLinkDays = 366

/** A request for the same link gets the existing one while it is valid for at least this many days. */
export const minReusableDays = 1

/**
 * What makes two requests equal; the order and duplicates of ids don't matter. Without a length, a limit and an end it
 * is what it was before links could have them.
 */
export function fingerprintOf({
  tagIds,
  customId,
  assessmentIds,
  focusForm,
  ...limits
}: ShareLinkRequest): Buffer {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].sort()
  const { maxStarts, endsAt } = limits
  const text = JSON.stringify([
    sorted(tagIds),
    customId ?? null,
    sorted(assessmentIds),
    ...(focusForm === undefined ? [] : [focusForm]),
    ...(maxStarts === undefined && endsAt === undefined ? [] : [maxStarts ?? null, endsAt ?? null]),
  ])
  return createHash('sha256').update(text).digest()
}

export function hasStartsLeft({ starts, maxStarts }: Pick<ShareLink, 'starts' | 'maxStarts'>): boolean {
  return maxStarts === undefined || starts < maxStarts
}

/** The name under which a link's token is sealed, so that it can be decrypted for its own row only. */
export function sealContext(accountId: string, linkId: string): SealContext {
  return `share_link:${accountId}:${linkId}`
}

/** The address of a link. */
export function addressOf({ publicUrl, region }: InstallationConfig, token: string): string {
  return `${publicUrl}/t/${region}.${token}`
}

/** How many people may still start right away, at a given time. */
export type StartAllowance = { left: number; at: Date }

/**
 * A burst of 120 starts, then 20 a minute, because bots find public links. One network may start 60 people at once,
 * so it can never use up the burst.
 */
export const startBurst = 120
const startsPerMinute = 20

/** Uses one start, or returns the seconds until one is available. */
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
