import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { Disclosure, Issues, Reveals } from './disclosure.ts'
import type { FailureKind } from './error-definition.ts'
import type { ErrorCode } from './errors.ts'
import type { AsyncPorts, Clock, Sql } from './ports.ts'
import type { Access } from './scope.ts'
import type { SecretKey } from './secret-key.ts'

/** What a run may use. It takes what it needs; there is no container and nothing ambient. */
export type Context = {
  sql: Sql
  caller: Caller
  account: Account
  now: Clock
  /** A new public identifier. */
  newId: () => string
  site: InstallationConfig
}

/** What `prepare` may use. Nothing is held while it works; what it reads may have changed when `run` begins. */
export type PrepareContext = Omit<Context, 'sql'> &
  AsyncPorts & {
    /** A short transaction of the account. */
    transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
    /** A look across accounts, which sees only whether something is there. */
    systemRead: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
    /** Reports the current step to the waiting client, in two or three words. */
    progress: (step: string) => void
  }

/** Facts of the installation that texts and links need. */
export type InstallationConfig = {
  publicUrl: string
  /** Where people who act for an account sign in. */
  authUrl: string
  region: string
  /** Encrypts what is kept secret but must be read again; see identity/seal. */
  secretKey: SecretKey
  trial: { reports: number; profiles: number }
  /** Country prefixes that text messages may go to; `any` for the mailbox, `none` when no way is configured. */
  smsCountries: readonly string[] | 'any' | 'none'
  /** Whether invites and debriefs are limited in number; off for load tests. */
  isLimited: boolean
  /** The key of the list of those who want no emails, and the caps that an operator may set. */
  mail: { key: Buffer; accountDaily: number; shareLinkDaily: number }
  /** The language model that accounts may choose for their debriefs; undefined where none is configured. */
  debriefModel: { name: string; dailyBudget: number; deadlineSeconds: number } | undefined
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
  createdAt: string
  updatedAt: string
  /** Organization type. */
  type: string
  mode: 'live' | 'demo'
  /** Names the stored logo by its content; null when there is none. */
  logoDigest: string | null
  preferences: AccountPreferences
  /** Members act for the account only if they signed in with a passkey. No token can change this. */
  requirePasskey: boolean
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
  /** Who writes debriefs: the rules of the service without it, or the language model of the installation. */
  debriefWriter?: 'rules' | 'model'
  /** Days without a change after which a profile is deleted; kept for ever when absent. */
  retentionDays?: number
}

/**
 * An operation is a value: one literal that says who may call it, what it takes and gives, and what it
 * does. Doors are optional keys. Only the gate calls `run`.
 */
export type Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  P = z.output<I>,
> = Access &
  Run<O, P> & {
    name: string
    /** One line, in the imperative. */
    summary: string
    /** What a caller should know besides; Markdown, for the documents. */
    description?: string
    /** What its answer and the links that it issues tell of people; `Reach` says which scopes that takes. */
    reveals: Reveals
    issues: Issues
    /** Stopped with 402 when the account's billing does not permit new work. */
    billed?: true
    /** Works although the account is paused (a person in the middle of an assessment may finish). */
    evenPaused?: true
    /** Kinds of failure that `run` itself may throw, besides those of the gate; the documents declare them. */
    refuses?: readonly FailureKind[]
    input: I
    output: O
    /**
     * Work that takes long or reaches outside, on the checked input of a caller who may call: done before the
     * transaction of `run` is opened. What it returns is the input of `run`.
     */
    prepare?(input: z.output<I>, preparation: PrepareContext): Promise<P>
    /** The resource as callers without profiles:read may see it. The gate applies this to the result of `run`. */
    withoutProfilesRead?(result: Result<z.output<O>>, input: P): z.output<O>
    /** `prepare` may take up to a minute: doors hold the connection, and say now and then that it goes on. */
    takesLong?: true
    rest?: RestBinding
    mcp?: McpBinding
  }

/** A writing operation must say what it changed, so that no change can be made without its audit entry. */
type Run<O extends z.ZodType, P> =
  | {
      /** A read-only transaction. */
      effect: 'reads'
      run(context: Context, input: P): Promise<Result<z.output<O>>>
    }
  | {
      /** A writing transaction; `adds` overwrites and removes nothing. */
      effect: 'adds' | 'replaces'
      run(context: Context, input: P): Promise<WriteResult<z.output<O>>>
    }

/** The groups of the API reference. */
export type ApiGroup =
  | 'tests'
  | 'profiles'
  | 'assessment invites'
  | 'assessments'
  | 'tags'
  | 'resource aliases'
  | 'accounts'
  | 'fixtures'
  | 'Playbook AI'
  | 'reports'
  | 'audit log'

export type RestBinding = {
  group: ApiGroup
  /** Method and path below the base address, parameters in braces: `GET /profile/{profileId}`. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** The resource key of the answer; none for answers without a body. */
  key?: string
  status: 200 | 201 | 204
  /** The status when `created` says the reverse: 200 where what is asked for stands already, 201 where it is made. */
  otherStatus?: 200 | 201
  /** What `beside` holds in every answer. A list needs no word of its `pagination`: an input with `page` has it. */
  siblings?: Readonly<Record<string, z.ZodType>>
  /** Further media types of the body, each with the reader that turns the bytes into fields of the input. */
  bodies?: Readonly<Record<string, (body: Buffer) => Record<string, unknown>>>
  /**
   * Examples where those that stand with the shapes would mislead: the body of a request, and by status the parts of
   * an answer that differ.
   */
  examples?: {
    body?: Readonly<Record<string, unknown>>
    answers?: Readonly<Partial<Record<number, Readonly<Record<string, unknown>>>>>
  }
}

/** The operation as a tool of the Model Context Protocol; its name is the tool's, and its input the tool's. */
export type McpBinding = {
  title: string
  /** What a model should know before it calls, in whole sentences. */
  description: string
  /** The shape of the answer: an object, for older clients know no other root. What it does not name is left out. */
  output: z.ZodObject
  /** The answer before its shape is put over it, from the result and from the input as it was given. */
  content(result: Result<unknown>, args: Readonly<Record<string, unknown>>): unknown
  /** Reaches people outside of the account, by email or text message. */
  reachesOut?: true
  /** A second call changes nothing more, although the operation adds. */
  repeatable?: true
  /** Of work that takes long, what a model is told when it is not done in time, and which argument to send again. */
  unfinished?: { message: string; retryArgument: string }
  /** The card that hosts may draw the answer with, where they show such things. */
  card?: 'summary'
  /** What a model is told in place of the operation's own words, by the code of the refusal. */
  refusals?: Readonly<Partial<Record<ErrorCode, string>>>
}

/** What a run returns: the resource, and what stands beside it in the answer. */
export type Result<T> = {
  resource: T
  /** Siblings of the resource key, such as `pagination` or `created`. */
  beside?: Record<string, unknown>
  /** 201 for an operation whose usual answer is 200, or the reverse. */
  created?: boolean
  /** Set by the gate: the answer of an earlier request with the same idempotency key. */
  replayed?: true
}

/** What a writing operation returns: the result, and every change that it made; none where nothing changed. */
export type WriteResult<T> = Result<T> & { changes: readonly Change[] }

/**
 * One change, as the audit keeps it. `changes` never holds a name, an address, an answer or a score: of personal
 * fields it says which ones changed, so that the entry can outlive the person's data.
 */
export type Change = {
  target: {
    type:
      | 'account'
      | 'profile'
      | 'tag'
      | 'resource_alias'
      | 'share_link'
      | 'report_link'
      | 'client'
      | 'member'
      | 'app'
    id: string
  }
  /** The operation's name unless one operation makes changes of several kinds. */
  action?: string
  changes?: Readonly<Record<string, unknown>>
}

/** The resource in the results of an operation. */
export type ResourceOf<Op extends { output: z.ZodType }> = z.output<Op['output']>

export function operation<I extends z.ZodObject, O extends z.ZodType, P = z.output<I>>(
  literal: Operation<I, O, P> & Disclosure,
): Operation<I, O, P> {
  return literal
}

/** A list as the gate and the doors see it; `total` counts all pages. */
export type PageInfo = { page: number; limit: number; total: number; totalPages: number; hasMore: boolean }

/** JSON text that is sent as it stands: the ready documents of the list path. */
export type ReadyJson = { readonly readyJson: string }

export function isReadyJson(value: unknown): value is ReadyJson {
  return typeof value === 'object' && value !== null && 'readyJson' in value
}
