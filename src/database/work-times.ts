import { errorCode } from '../contract/loggable-error.ts'
import type { DatabaseObserver } from '../contract/observers.ts'
import { statementName } from '../contract/statement-name.ts'
import { currentSpan, type Span } from '../contract/trace.ts'
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
      currentSpan()?.set({ 'timbre.wait_ms': Math.round(began - asked) })
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

/** What the statements of a transaction belong to. */
export type StatementOwner = { work: WorkRecord | undefined; span: Span | undefined; traced: number }

export function statementOwner(): StatementOwner {
  return { work: currentWork(), span: currentSpan(), traced: 0 }
}

/** Notes how long a statement took, from sending it to its answer. Its text has placeholders, never values. */
export function timeStatement<T>(owner: StatementOwner, text: string, sent: Promise<T>): Promise<T> {
  traceStatement(owner, text, sent)
  const { work } = owner
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

/** Statements that are sent together overlap: each lasts until its own answer. */
function traceStatement(owner: StatementOwner, text: string, sent: Promise<unknown>): void {
  if (!owner.span || owner.traced >= mostStatements) return
  owner.traced += 1
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
  const span = owner.span.child(statementName(text), attributes, 'calls')
  sent.then(
    () => span.end(),
    (error) => span.end(errorCode(error)),
  )
}

const mostStatements = 50

/** Milliseconds that no change of the system's clock affects. */
export const steadyNow = (): number => performance.now()
