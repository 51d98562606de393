import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { Clock, Sql } from './ports.ts'
import type { Access } from './scope.ts'

/** What a run may use. It takes what it needs; there is no container and nothing ambient. */
export type Context = {
  sql: Sql
  caller: Caller
  account: Account
  now: Clock
  /** A new public identifier. */
  newId: () => string
  site: Site
}

/** Facts of the installation that texts and links need. */
export type Site = {
  publicUrl: string
  region: string
  /** Encrypts what is kept secret but must be read again; see identity/seal. */
  secretKey: Buffer
  trial: { reports: number; profiles: number }
}

/** The account row that the gate has read for every request. */
export type Account = {
  id: string
  name: string
  paused: boolean
  billingStatus: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  trialEndsAt: string | null
  reportsGenerated: number
  trialReportsUsed: number
  preferences: AccountPreferences
}

export type AccountPreferences = {
  locale?: string
  timezone?: string
  senderName?: string
  replyTo?: string
  inviteSubject?: string
  brandColor?: string
  defaultAssessmentIds?: string[]
  participantSeesReport?: boolean
}

/**
 * An operation is a value: one literal that says who may call it, what it takes and gives, and what it
 * does. Doors are optional keys. Only the gate calls `run`.
 */
export type Operation<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> = Access & {
  name: string
  summary: string
  /** reads: a read-only transaction; adds and replaces: a writing one. */
  effect: 'reads' | 'adds' | 'replaces'
  /** Stopped with 402 when the account's billing does not permit new work. */
  billed?: true
  /** Works although the account is paused (a person in the middle of an assessment may finish). */
  evenPaused?: true
  input: I
  output: O
  rest?: RestDoor
  run(context: Context, input: z.output<I>): Promise<Result<z.output<O>>>
}

export type RestDoor = {
  /** Method and path below the base address, parameters in braces: `GET /profile/{profileId}`. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The resource key of the answer; none for answers without a body. */
  key?: string
  status: 200 | 201 | 204
}

/** What a run returns: the resource, and what stands beside it in the answer. */
export type Result<T> = {
  resource: T
  /** Siblings of the resource key, such as `pagination` or `created`. */
  beside?: Record<string, unknown>
  /** 201 for an operation whose usual answer is 200, or the reverse. */
  created?: boolean
}

export function operation<I extends z.ZodObject, O extends z.ZodType>(
  literal: Operation<I, O>,
): Operation<I, O> {
  return literal
}

/** A list as the gate and the doors see it; `total` counts all pages. */
export type Pagination = { page: number; limit: number; total: number; totalPages: number; hasMore: boolean }

/** JSON text that is sent as it stands: the ready documents of the list path. */
export type ReadyJson = { readonly readyJson: string }

export function isReadyJson(value: unknown): value is ReadyJson {
  return typeof value === 'object' && value !== null && 'readyJson' in value
}
