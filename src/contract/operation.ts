import type { z } from 'zod'
import type { AccountHomes } from './account-homes.ts'
import type { AccountMode } from './account-mode.ts'
import type { ApiGroup } from './api-groups.ts'
import type { AtsHosts } from './ats-hosts.ts'
import type { AuditChanges } from './audit-fields.ts'
import type { Caller } from './caller.ts'
import type { Disclosure, Issues, Reveals } from './disclosure.ts'
import type { FailureKind } from './error-definition.ts'
import type { ErrorCode } from './errors.ts'
import type { EventType } from './event-types.ts'
import type { FocusFormName } from './focus-form.ts'
import type { AsyncPorts, Clock, Sql } from './ports.ts'
import type { AccountQuotas, Quotas, ReadStoredBytes } from './quotas.ts'
import type { Access } from './scope.ts'
import type { SecretKey } from './secret-key.ts'
import type { WebhookSettings } from './webhook-call.ts'

/** What `run` may use. Each run takes what it needs; there is no container and nothing ambient. */
export type Context = {
  sql: Sql
  caller: Caller
  account: Account
  /** Whether row security hides everyone but the people of a coach's teams. */
  sees: Sees
  now: Clock
  /** A new public identifier. */
  newId: () => string
  installation: InstallationConfig
}

export type Sees = 'everyone' | 'teams'

/** What `prepare` may use. It holds no locks, so what it reads may have changed when `run` starts. */
export type PrepareContext = Omit<Context, 'sql'> &
  AsyncPorts & {
    /** A short transaction of the account. */
    transact: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
    /** A system transaction, which only checks whether something exists. */
    systemRead: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
    /** Reports the current step to the waiting client, in two or three words. */
    progress: (step: string) => void
  }

/** Properties of the installation that texts and links need. */
export type InstallationConfig = {
  publicUrl: string
  /** Where members sign in. */
  authUrl: string
  region: string
  /** Encrypts secrets that must be readable again; see identity/seal. */
  secretKey: SecretKey
  trial: { reports: number; profiles: number }
  /** Limits of each account; that of profiles doesn't apply to trials and sandboxes, which have their own. */
  quotas?: Quotas | undefined
  /** Undefined in commands that don't need it. */
  readStoredBytes?: ReadStoredBytes<Sql> | undefined
  /** Country prefixes that text messages may be sent to; `any` for the mailbox, `none` if no provider is configured. */
  smsCountries: readonly string[] | 'any' | 'none'
  /** Whether invites and debriefs are rate limited; off for load tests. */
  isLimited: boolean
  /** The key of the list of unsubscribed addresses, and the caps that an operator may set. */
  mail: { key: Buffer; accountDaily: number; shareLinkDaily: number }
  /** The domains of the service's own sender address, and of return paths. Undefined in commands that don't need it. */
  mailDomains?: { from: string; returnPath: string } | undefined
  /** The language model that accounts may choose for their debriefs; undefined if none is configured. */
  debriefModel: { name: string; dailyBudget: number; deadlineSeconds: number } | undefined
  webhooks: WebhookSettings
  /** Accounts that came from another region, or went there. Undefined in commands that don't need it. */
  homes?: AccountHomes | undefined
  /** Where systems that order assessments may be called. */
  atsHosts: AtsHosts
}

/** The account row, which the gate reads for every request. */
export type Account = {
  id: string
  name: string
  paused: boolean
  /** Null if it isn't paused, or since before this was recorded. */
  pausedAt?: string | null
  billingStatus: 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  trialEndsAt: string | null
  reportsGenerated: number
  trialReportsUsed: number
  createdAt: string
  updatedAt: string
  /** Organization type. */
  type: string
  mode: AccountMode
  /** Identifies the stored logo by its content; null if there is none. */
  logoDigest: string | null
  preferences: AccountPreferences
  /** From when the chosen retention period holds, as an ISO instant; what holds until then, null for none. */
  retentionFrom?: string | null
  retentionDaysBefore?: number | null
  /** Members can act for the account only after signing in with a passkey. Tokens can't change this. */
  requirePasskey: boolean
  /** Limits that the operator has set for this account. */
  quotas?: AccountQuotas | null
}

export type AccountPreferences = {
  locale?: string
  timezone?: string
  senderName?: string
  replyTo?: string
  inviteSubject?: string
  brandColor?: string
  defaultAssessmentIds?: string[]
  /** The length of Focus for new people; the full one if not set. */
  focusForm?: FocusFormName
  participantSeesReport?: boolean
  /** Whether people may make share cards of their results; they may if not set. */
  participantSharesCard?: boolean
  /** Who writes debriefs: the rules by default, or the installation's language model. */
  debriefWriter?: 'rules' | 'model'
  /** Whether a debrief is written as soon as someone completes; not before someone asks for it if not set. */
  debriefOnCompletion?: boolean
  /** Days without a change after which a profile is deleted, once `retentionFrom` is over; kept forever if not set. */
  retentionDays?: number
  /** Days after an invite on which people who haven't completed are reminded; never if not set. */
  reminderDays?: number[]
}

/**
 * An operation is a value: one literal with access, input, output and effect. Transports are optional keys. Only the
 * gate calls `run`.
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
    /** Further details for callers; Markdown, for the documents. */
    description?: string
    /** What its response and the links it issues reveal about people; `Reach` says which scopes that requires. */
    reveals: Reveals
    issues: Issues
    /** Refused with 402 if the account's billing status doesn't allow new work. */
    billed?: true
    /** Allowed while the account is paused (a person in the middle of an assessment may finish). */
    evenPaused?: true
    /** Ends access or removes data, so no quota of the account refuses it. */
    evenBeyondQuotas?: true
    /** Never answered by a read replica, because it tells who has access. See gate/read-from-replica. */
    onlyFromPrimary?: true
    /** Every other account is refused, before the input is read. */
    onlyIn?: 'sandbox'
    /** Kinds of failure that `run` itself may throw, in addition to those of the gate; the documents declare them. */
    refuses?: readonly FailureKind[]
    input: I
    output: O
    /**
     * Work that is slow or calls other hosts, for a caller who passed all checks. It runs between two transactions, and
     * its result is the input of `run`.
     */
    prepare?(input: z.output<I>, preparation: PrepareContext): Promise<P>
    /**
     * Returns the input of `run` if this request needs no preparation; undefined if it does. Runs in the transaction of
     * `run`, so that such a request takes only one.
     */
    withoutPreparation?(input: z.output<I>, context: Context): Promise<P | undefined>
    /** `prepare` takes a moment only, so the request keeps its place of admission meanwhile. */
    preparesQuickly?: true
    /** A shorter way for usual requests of people in a session. */
    quick?: Quick<z.output<I>>
    /** The resource as callers without profiles:read may see it. The gate applies this to the result of `run`. */
    withoutProfilesRead?(result: Result<z.output<O>>, input: P): z.output<O>
    /** `prepare` may take up to a minute: transports keep the connection open and send keep-alives. */
    takesLong?: true
    rest?: RestBinding
    mcp?: McpBinding
  }

/**
 * Does in one round trip what `run` does for usual requests, the checks of the session and the account included.
 * Whatever is unusual, it leaves to the gate's ordinary way, which then does it or refuses it. So it neither refuses
 * anything nor makes changes that belong in the audit log.
 */
export type Quick<Input> = {
  /** Whether it may be tried, as far as the input tells. */
  suits(input: Input): boolean
  /** Sends all its statements before it waits for any. Returns the resource; undefined if nothing was done. */
  run(
    context: { sql: Sql; accountId: string; now: Date },
    request: QuickRequest<Input>,
  ): Promise<object | undefined>
}

export type QuickRequest<Input> = { sessionHash: Buffer; profileId: string; input: Input }

/** A writing operation must return its changes, so that nothing changes without an audit entry. */
type Run<O extends z.ZodType, P> =
  | {
      /** A read-only transaction. */
      effect: 'reads'
      run(context: Context, input: P): Promise<Result<z.output<O>>>
    }
  | {
      /** A writing transaction; `adds` overwrites and removes nothing. */
      effect: 'adds' | 'replaces'
      /** The types of events that its changes record, directly or in what it calls; empty if nobody else cares. */
      emits: readonly EventType[]
      run(context: Context, input: P): Promise<WriteResult<z.output<O>>>
    }

/** `profiles.list` is the method `list` of `timbre.profiles`. */
export type SdkName = `${string}.${string}`

export type RestBinding = {
  group: ApiGroup
  /** Method and path below the base address, parameters in braces: `GET /profile/{profileId}`. */
  route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
  /** Its method in the SDK: a plural noun and a verb. Programs call it, so it never changes. */
  sdk: SdkName
  /** The resource key of the response; none for responses without a body. */
  key?: string
  status: 200 | 201 | 204
  /** The status if `created` has the less common value: 200 for a resource that already exists, 201 for a new one. */
  otherStatus?: 200 | 201
  /** Shapes of the result's `siblings`. `pagination` needs none: every operation whose input has `page` returns it. */
  siblings?: Readonly<Record<string, z.ZodType>>
  /** Additional media types of the body, each with the function that turns the bytes into fields of the input. */
  bodies?: Readonly<Record<string, (body: Buffer) => Record<string, unknown>>>
  /**
   * Examples that replace misleading ones of the shapes: the body of a request, and by status the parts of a response
   * that differ.
   */
  examples?: {
    body?: Readonly<Record<string, unknown>>
    answers?: Readonly<Partial<Record<number, Readonly<Record<string, unknown>>>>>
  }
}

/** The operation as a tool of the Model Context Protocol, with the operation's name and input. */
export type McpBinding = {
  title: string
  /** What a model should know before it calls, in whole sentences. */
  description: string
  /** The shape of the result: an object, because older clients support no other root. Undeclared fields are removed. */
  output: z.ZodObject
  /** The result before its shape is applied, from the operation's result and the original input. */
  content(result: Result<unknown>, args: Readonly<Record<string, unknown>>): unknown
  /** Sends email or text messages to people outside the account. */
  reachesOut?: true
  /** A second call has no further effect, although the operation adds. */
  repeatable?: true
  /** For slow work: the message for the model if it isn't done in time, and the argument to repeat. */
  unfinished?: { message: string; retryArgument: string }
  /** The card with which hosts that support MCP Apps can show the result. */
  card?: 'summary'
  /** Messages for models that replace the operation's own, by error code. */
  refusals?: Readonly<Partial<Record<ErrorCode, string>>>
}

/** What `run` returns. */
export type Result<T> = {
  resource: T
  /** Further keys of the response next to the resource, such as `pagination` or `created`. */
  siblings?: Record<string, unknown>
  /** For lists that page by cursor: its parameter, and its value for the next page if there is one. */
  cursor?: { parameter: string; next?: string }
  /** 201 for an operation that usually returns 200, or the reverse. */
  created?: boolean
  /** Set by the gate: the response to an earlier request with the same idempotency key. */
  replayed?: true
}

/** What a writing operation returns: the result, and every change that it made; empty if nothing changed. */
export type WriteResult<T> = Result<T> & { changes: readonly Change[] }

/**
 * One change, as stored in the audit log. `changes` never contains a name, an address, an answer or a score, only
 * which personal fields changed, so that the entry can outlive the person's data.
 */
export type Change = {
  target: {
    type:
      | 'account'
      | 'profile'
      | 'tag'
      | 'saved_team'
      | 'resource_alias'
      | 'share_link'
      | 'report_link'
      | 'client'
      | 'member'
      | 'app'
      | 'webhook'
      | 'message'
      | 'order'
      | 'campaign'
      | 'connection'
    id: string
  }
  /** Default: the operation's name. For operations that make changes of several kinds. */
  action?: string
  changes?: AuditChanges
}

/** The resource in the results of an operation. */
export type ResourceOf<Op extends { output: z.ZodType }> = z.output<Op['output']>

export function operation<I extends z.ZodObject, O extends z.ZodType, P = z.output<I>>(
  literal: Operation<I, O, P> & Disclosure & Preparation<I, P>,
): Operation<I, O, P> {
  return literal
}

/** Without `prepare`, `run` gets the validated input, so its type must match. */
type Preparation<I extends z.ZodObject, P> = z.output<I> extends P ? unknown : { prepare: unknown }

/**
 * A REST operation as a tool that differs only in its input: a model sends less, or gets other error messages.
 * `run` gets the parsed input of the tool.
 */
export function toolOf<I extends z.ZodObject, O extends z.ZodType, P>(
  { rest: _, ...shared }: Operation<z.ZodObject, O, P>,
  tool: { input: I & z.ZodType<NoInfer<P>>; mcp: McpBinding },
): Operation<I, O, P> {
  return { ...shared, ...tool }
}

/** Operations by name. A name known only at run time gets the result of its own operation. */
export type OperationsByName<Results> = {
  readonly [Name in keyof Results]: Operation<z.ZodObject, z.ZodType<Results[Name]>>
}

/** A list, as the gate and transports see it; `total` counts all pages. */
export type PageInfo = { page: number; limit: number; total: number; totalPages: number; hasMore: boolean }

/**
 * Ready JSON text, such as the stored documents of the list of profiles. A long one comes in parts, which are never joined
 * to one text: that would be another copy of it.
 */
export type ReadyJson = { readonly readyJson: string | readonly string[] }

export function isReadyJson(value: unknown): value is ReadyJson {
  return typeof value === 'object' && value !== null && 'readyJson' in value
}

export function partsOf({ readyJson }: ReadyJson): readonly string[] {
  return typeof readyJson === 'string' ? [readyJson] : readyJson
}

export function parseReady(ready: ReadyJson): unknown {
  return JSON.parse(partsOf(ready).join(''))
}
