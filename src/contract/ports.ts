import type { LookUpTxt } from './guarded-fetch.ts'
import type { Locale } from './locale.ts'
import type { Allowance } from './request.ts'
import type { CallWebhook } from './webhook-call.ts'

/**
 * One transaction's view of the database, bound to the caller's account by row security. Statements are sent at once and run in that
 * order, so one whose result nobody needs needn't be awaited: if it fails, what follows fails, and so does the transaction, with its error.
 * That holds for the promises returned here, and not for those of an async function around them.
 */
export type Sql = {
  /** All rows of one statement. Repeated statements stay prepared on their connection, up to a limit. */
  rows<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  row<T>(text: string, values?: readonly unknown[]): Promise<T | undefined>
  /** The number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>
  /**
   * Registers a step for the end of the transaction, after all other work: first the steps of the audit log, then those
   * of the events, then those of the counts, each in the order of registration. So every writer locks the rows that all writers of an account
   * need in the same order. The transaction gives up its locks before it is on disk, and is acknowledged only
   * afterwards. A step needn't await its last statements: if one fails, the transaction fails.
   */
  beforeCommit(step: () => Promise<void>, order?: LastStepOrder): void
}

export type LastStepOrder = 'audit' | 'events' | 'counts'

export type AccountOptions = {
  readOnly?: boolean
  /** Lists and searches get a smaller share of the connections. */
  heavy?: boolean
  /**
   * The caller has only named the account and proven nothing. All such work shares one limit, whatever accounts it
   * names, because anyone can name as many as they like.
   */
  unproven?: boolean
  /**
   * The work sends all its statements before it waits for any, and COMMIT is sent with them: one round trip. No
   * statement can depend on the response to another, and nothing can undo them. `beforeCommit` fails.
   */
  atOnce?: boolean
  /**
   * Doesn't wait for the disk: if the database crashes, what was written in about the last second is undone. Only for
   * notes whose loss repeats work that may be repeated, such as a claim. `beforeCommit` fails.
   */
  asyncCommit?: boolean
  /** Writes although the account is moving to another region. For the move itself. */
  evenMoving?: boolean
}

export type SystemOptions = Pick<AccountOptions, 'readOnly' | 'atOnce' | 'asyncCommit'>

export type Database = {
  inAccount<T>(accountId: string, work: (sql: Sql) => Promise<T>, options?: AccountOptions): Promise<T>
  inSystem<T>(work: (sql: Sql) => Promise<T>, options?: SystemOptions): Promise<T>
  /**
   * Resolves once everything that was visible before the call is on disk. For what is read and then stored or sent
   * elsewhere: a transaction with `beforeCommit` is visible a moment before it is on disk.
   */
  flush(): Promise<void>
  /**
   * What can be said of the database within a second. Uses a connection of its own, so that no busy pool delays it.
   * `read` is part of the look, and its result is `seen`.
   */
  look<T>(read: (sql: Sql) => Promise<T>): Promise<DatabaseLook<T>>
  close(): Promise<void>
  /** Undefined if none is configured. */
  readReplica?: ReadReplica | undefined
}

/** A streaming replica of the database: a copy that is a moment behind, sometimes more. */
export type ReadReplica = {
  /** Whether to try it. Otherwise the primary answers, as without a replica. */
  isUsable(): boolean
  /** How far the primary has come, from one of its transactions. Everything that was visible before the call is included. */
  position(sql: Sql): Promise<bigint>
  /**
   * Runs work that only reads, and sees everything up to the position. Undefined if the replica is behind it or failed:
   * then the primary has to answer. `work` may run more than once.
   */
  inAccount<T>(
    accountId: string,
    position: bigint,
    work: (sql: Sql) => Promise<T>,
    options: Pick<AccountOptions, 'heavy'>,
  ): Promise<{ value: T } | undefined>
}

export type DatabaseLook<T> = {
  /** Whether the server has found damaged data since the start of this process. */
  damaged: boolean
} & (
  | { trouble: 'refused' | 'timeout' }
  | {
      trouble?: undefined
      /** Or why the last write was refused. */
      writable: true | 'full' | 'read_only' | 'refused'
      /** Whether every migration of this version has been applied. */
      migrated: boolean
      seen: T
    }
)

/** A message to send. It is written as an outbox row in the transaction that causes it. */
export type OutgoingMessage = OutgoingEmail | OutgoingText

/** `to` is a number in E.164 form. */
export type OutgoingText = { channel: 'sms'; to: string; text: string; locale: Locale }

export type OutgoingEmail = {
  channel: 'email'
  to: string
  subject: string
  text: string
  html: string
  fromName?: string
  replyTo?: string
  /** The URL that unsubscribes with one request, for the `List-Unsubscribe` header. */
  unsubscribe?: string
  locale: Locale
}

/** An image that this service encoded: a still PNG without metadata. */
export type Picture = { png: Buffer; width: number; height: number }

/**
 * Decodes an uploaded image (PNG, JPEG or WebP, as `contentType` says) and encodes it again, at most 512 px per side.
 * Slow; runs off the event loop. Fails as `invalid` for anything except one complete still image of that type.
 */
export type EncodePicture = (bytes: Buffer, contentType: string) => Promise<Picture>

/** Renders an SVG document of our own as PNG, off the event loop. Fails as `unavailable` if too many are waiting. */
export type DrawPicture = (svg: string) => Promise<Buffer>

export type Clock = () => Date

/** A request to a language model: instructions, data, and the shape of its answer (JSON Schema). */
export type ModelQuestion = {
  system: string
  user: string
  /** The shape of the answer, with the name that the protocol requires. */
  answer: { name: string; schema: Readonly<Record<string, unknown>> }
}

/** The outcome: the unchanged text of the answer, or a one-word reason why there is none. */
export type ModelAnswer =
  | { text: string; model: string }
  | {
      failed: 'timeout' | 'limited' | 'refused' | 'unreachable' | 'unreadable' | 'too_large'
      /** If the other side said when to try again. */
      retryAfterSeconds?: number
      /** No request was sent, because the model is paused after failures or too many requests are waiting. */
      unasked?: true
    }

/** Sends a request to the installation's language model. Never throws, and ends soon after its signal is aborted. */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>

/** What work outside a transaction may use, because it is slow or external. */
export type AsyncPorts = {
  encodePicture: EncodePicture
  drawPicture: DrawPicture
  /** Undefined if no model is configured. */
  askModel: AskModel | undefined
  /** Waits for so many milliseconds, or until the service stops. */
  pause: (milliseconds: number) => Promise<void>
  /** Aborted when the service stops. */
  stopping: AbortSignal
  eventSignals: EventSignals
  callWebhook: CallWebhook
  lookUpTxt: LookUpTxt
  /** Whether the OpenID provider at this issuer calls itself otherwise. False if it can't be reached. */
  namesOtherIssuer: (issuer: string) => Promise<boolean>
  /** Counts one export of an account that may have so many an hour. */
  spendExport: (accountId: string, hourly: number) => Promise<Pick<Allowance, 'isWithin' | 'nextInSeconds'>>
}

/** Lets requests wait for events of an account. A signal only ends a wait early; the database decides. */
export type EventSignals = {
  /**
   * A place among the requests that wait, for so many seconds; undefined if the client, the account or the process
   * already has as many as it may have. Call `leave` in the end.
   */
  enter(accountId: string, client: string, seconds: number): EventWait | undefined
}

export type EventWait = {
  /**
   * Resolves to true when it is time to look again: events of the account were committed in this process since the last
   * call, or others may have committed some. Resolves to false when the time is up or the service stops.
   */
  next(): Promise<boolean>
  leave(): void
}
