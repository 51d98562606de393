import type { Locale } from './locale.ts'

/** One transaction's view of the database, already bound to the caller's account by row security. */
export type Sql = {
  /** All rows of one statement. A text that is used again stays prepared on its connection, within bounds. */
  rows<T>(text: string, values?: readonly unknown[]): Promise<T[]>
  row<T>(text: string, values?: readonly unknown[]): Promise<T | undefined>
  /** The number of affected rows. */
  run(text: string, values?: readonly unknown[]): Promise<number>
}

export type AccountOptions = {
  readOnly?: boolean
  /** Lists and searches get a smaller share of the connections. */
  heavy?: boolean
  /**
   * The caller has only named the account and proven nothing yet. All such work has one share together, whatever
   * accounts it names: strangers can name as many as they like.
   */
  unproven?: boolean
}

export type Database = {
  inAccount<T>(accountId: string, work: (sql: Sql) => Promise<T>, options?: AccountOptions): Promise<T>
  inSystem<T>(work: (sql: Sql) => Promise<T>, options?: { readOnly?: boolean }): Promise<T>
  ready(): Promise<{ database: boolean; migrations: boolean }>
  close(): Promise<void>
}

/** A message on its way out. It is written as an outbox row in the transaction that causes it. */
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
  /** Where one request says no to further emails; for the `List-Unsubscribe` header. */
  unsubscribe?: string
  locale: Locale
}

/** A picture of our own encoding: a still PNG without anything that is not its pixels. */
export type Picture = { png: Buffer; width: number; height: number }

/**
 * Decodes an uploaded picture (PNG, JPEG or WebP, as `contentType` says) and encodes it again, at most
 * 512 px on a side. Takes a while and runs beside the event loop. Fails as `invalid` for anything that is not one
 * whole still picture of that type.
 */
export type EncodePicture = (bytes: Buffer, contentType: string) => Promise<Picture>

export type Clock = () => Date

/** What a language model is asked: what it is to do, what it is given, and the shape of its answer (JSON Schema). */
export type ModelQuestion = {
  system: string
  user: string
  /** The shape of the answer, by a name that the protocol wants. */
  answer: { name: string; schema: Readonly<Record<string, unknown>> }
}

/** What came of it: the text of the answer as it came, or in one word why there is none. */
export type ModelAnswer =
  | { text: string; model: string }
  | {
      failed: 'timeout' | 'limited' | 'refused' | 'unreachable' | 'unreadable' | 'too_large'
      /** Where the other side said when to come again. */
      retryAfterSeconds?: number
      /** Nobody was asked, because the model is left alone for a while or too many wait for it. */
      unasked?: true
    }

/** Asks the language model of the installation. It never throws, and ends soon after its signal is aborted. */
export type AskModel = (question: ModelQuestion, signal: AbortSignal) => Promise<ModelAnswer>

/** What work outside of a transaction may use, because it takes long or reaches outside. */
export type AsyncPorts = {
  encodePicture: EncodePicture
  /** Undefined where no model is configured. */
  askModel: AskModel | undefined
  /** Waits so many milliseconds, or until the service stops. */
  pause: (milliseconds: number) => Promise<void>
  /** Aborted when the service stops. */
  stopping: AbortSignal
}
