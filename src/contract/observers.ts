/** What parts report for metrics. Observers return at once, never throw, and change nothing. */

export type DatabaseObserver = {
  /** A transaction got a connection after so many seconds. */
  waited(seconds: number): void
  /** A transaction was refused because no connection became free in time. */
  timedOut(): void
  transacted(operation: TransactionKind, seconds: number): void
  retried(verdict: 'again' | 'reconnect'): void
  /** A read was sent to the read replica. If it was behind or failed, the primary answered. */
  replicaRead(outcome: 'answered' | 'behind' | 'failed'): void
}

export type TransactionKind = 'account_read' | 'account_write' | 'system_read' | 'system_write'

/** An attempt to send a message. */
export type ObserveAttempt = (attempt: {
  channel: 'email' | 'sms'
  lane: number
  outcome: 'sent' | 'retry' | 'failed'
  /** Since the commit of the transaction that queued it. */
  ageSeconds: number
}) => void

/** What came of an attempt to send a webhook; `failed` was the last one. */
export type ObserveWebhookAttempt = (outcome: 'sent' | 'retry' | 'failed') => void

/** Deliveries of webhooks that wait, now. */
export type WebhookCounts = {
  /** May be sent now. */
  due: number
  /** Wait for another attempt. */
  waiting: number
  /** For how long the oldest is due whose endpoint answers. */
  oldestDueSeconds: number
}

/** Messages of a lane that wait, now. */
export type OutboxCounts = {
  lane: number
  /** May be sent now. */
  due: number
  /** Wait for another attempt, or for the morning. */
  waiting: number
  /** Age of the oldest that is due. */
  oldestDueSeconds: number
  oldestWaitingSeconds: number
}
