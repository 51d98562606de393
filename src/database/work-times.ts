import type { DatabaseObserver } from '../contract/observers.ts'
import { currentWork, type WorkRecord } from '../contract/work-record.ts'

/** Times the wait of a transaction for a connection, and what follows it, for the request and for metrics. */
export function timeTransaction(observe: DatabaseObserver | undefined) {
  const work = currentWork()
  const asked = performance.now()
  let began: number | undefined
  return {
    start() {
      began = performance.now()
      observe?.waited((began - asked) / 1_000)
      if (work) work.waitMs += began - asked
    },
    /** Called when the wait is over, with or without a connection. */
    endWait() {
      if (began === undefined) observe?.timedOut()
    },
    /** Seconds since the connection. */
    end(): number {
      const milliseconds = performance.now() - (began ?? asked)
      if (work) work.dbMs += milliseconds
      return milliseconds / 1_000
    },
  }
}

/** Notes how long a statement took, from sending it to its answer. */
export function timeStatement<T>(work: WorkRecord | undefined, text: string, sent: Promise<T>): Promise<T> {
  if (!work || work.statements.length >= mostStatements) return sent
  const began = performance.now()
  const entry = { text, ms: 0 }
  work.statements.push(entry)
  const note = () => {
    entry.ms = performance.now() - began
  }
  sent.then(note, note)
  return sent
}

const mostStatements = 50
