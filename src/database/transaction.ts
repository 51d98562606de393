import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { LastStepOrder, Sql, SystemOptions } from '../contract/ports.ts'
import { encode } from './encode.ts'
import {
  accountMoving,
  classifyError,
  DatabaseUnavailable,
  DataDamaged,
  isAccountMoving,
  isDatabaseError,
  isDataDamage,
} from './errors.ts'
import type { GroupFlush, PendingFlush } from './group-flush.ts'
import { commitLater, endOpenRead } from './open-reads.ts'
import { nameStatement } from './prepared-statements.ts'
import type { PrimaryPool } from './primary-pool.ts'
import type { RetryBudget } from './retry-budget.ts'
import { statementOwner, timeStatement } from './work-times.ts'

/** The result of a committed transaction. It must not be acknowledged before `onDisk` has resolved. */
export type Committed<T> = { result: T; onDisk: () => Promise<void> }

export type TransactionParts = {
  connect: PrimaryPool['connect']
  retries: RetryBudget
  onRetry?: ((verdict: 'again' | 'reconnect') => void) | undefined
  /** Whether the next transaction on a connection may get another session of the server. */
  isPooled?: boolean
}

/**
 * Runs `work` between the statements of `opening` and COMMIT. Retries after a serialization failure, a deadlock, or a
 * connection that was lost before COMMIT.
 * `work` may run more than once. It must have no side effects except through its `sql`.
 */
export async function inTransaction<T>(
  { connect, retries, onRetry, isPooled = false }: TransactionParts,
  opening: string,
  work: (sql: Sql) => Promise<T>,
  { readOnly = false, atOnce = false, asyncCommit = false }: SystemOptions,
): Promise<Committed<T>> {
  const trying = retries.begin()
  for (;;) {
    const { client, flushes, failed } = await connect().catch((cause) => {
      throw new DatabaseUnavailable(cause)
    })
    const transaction = openTransaction(client, opening, { atOnce, asyncCommit, isPooled })
    try {
      const working = work(transaction.sql)
      const committing = atOnce ? transaction.commit(readOnly, flushes) : undefined
      // Both fail if a statement does, and the connection isn't free before both have ended.
      await Promise.allSettled([working, committing])
      const result = await working
      return { result, onDisk: await (committing ?? transaction.commit(readOnly, flushes)) }
    } catch (thrown) {
      const cause = transaction.fault() ?? thrown
      const classified = readOnly && isWrite(cause) ? 'refused' : transaction.verdict()
      await transaction.rollback(classified)
      if (isAccountMoving(cause)) throw accountMoving(cause)
      if (!(readOnly && isWrite(cause))) failed(cause)
      if (isDataDamage(cause)) throw new DataDamaged(cause)
      if (classified === 'refused') throw isAborted(thrown) ? cause : thrown
      const pause = classified === 'unavailable' ? undefined : trying.next()
      if (classified === 'unavailable' || pause === undefined) throw new DatabaseUnavailable(cause)
      onRetry?.(classified)
      await setTimeout(pause)
    }
  }
}

/**
 * One transaction on one connection. The opening is sent together with the first statement, in one write, and answered
 * together with it. If the opening fails, the server refuses everything that follows.
 */
function openTransaction(
  client: pg.PoolClient,
  opening: string,
  { atOnce, asyncCommit, isPooled }: { atOnce: boolean; asyncCommit: boolean; isPooled: boolean },
) {
  let firstError: unknown
  let state: 'open' | 'committing' | 'closed' = 'open'
  /** The first error is the cause; later statements only report that the transaction is aborted. */
  const recordError = (error: unknown) => {
    firstError ??= error
    throw error
  }
  const bundle = bundleWrites(client)
  const owner = statementOwner()
  const send = (query: string | pg.QueryConfig) => {
    bundle()
    return ignoreUnhandled(client.query(query).catch(recordError))
  }
  const execute = <T>(
    text: string,
    values: readonly unknown[] = [],
    read: (result: pg.QueryResult) => T,
  ): Promise<T> => {
    if (state !== 'open')
      return Promise.reject(new Error('A statement was sent after its transaction had ended'))
    const name = isPooled ? undefined : nameStatement(client, text)
    const sent = timeStatement(owner, text, send({ name, text, values: values.map(encode) }))
    return ignoreUnhandled(sent.then(read))
  }
  const opened = send(endOpenRead(client) ? `commit; ${opening}` : opening)
  const lastSteps: Record<LastStepOrder, (() => Promise<void>)[]> = { audit: [], events: [], counts: [] }

  const sql: Sql = {
    rows: (text, values) => execute(text, values, (result) => result.rows),
    row: (text, values) => execute(text, values, (result) => result.rows[0]),
    run: (text, values) => execute(text, values, (result) => result.rowCount ?? 0),
    beforeCommit(step, order = 'audit') {
      if (atOnce) recordError(new Error('A transaction that is sent at once has no time for last steps'))
      if (asyncCommit) recordError(new Error('What last steps write must be on disk'))
      lastSteps[order].push(step)
    },
  }

  function refuseFailed(): void {
    // A caller that caught a statement's error and continued must not believe that its work is stored.
    if (firstError) throw firstError
  }

  function refuseRollback({ command }: pg.QueryResult): void {
    // The failed statement may be one that nobody awaited.
    if (command !== 'COMMIT') throw firstError ?? new Error('The server rolled the transaction back')
  }

  async function endRead(): Promise<void> {
    refuseFailed()
    await opened
    commitLater(client)
    close()
  }

  async function runLastSteps(): Promise<void> {
    // Fails here rather than in a step, which may wait for a lock.
    refuseFailed()
    for (const step of [...lastSteps.audit, ...lastSteps.events, ...lastSteps.counts]) await step()
    refuseFailed()
  }

  async function commitSynchronously(): Promise<void> {
    await runLastSteps()
    state = 'committing'
    refuseRollback(await send('commit'))
    close()
  }

  /** Releases the locks with COMMIT, and not when it is on disk. */
  async function commitEarly(pending: PendingFlush): Promise<void> {
    try {
      await runLastSteps()
      state = 'committing'
      const answers = await send('set local synchronous_commit = off; commit')
      // One for each of the two, which `pg` doesn't say in its types.
      refuseRollback((answers as unknown as pg.QueryResult[])[1] as pg.QueryResult)
      close()
    } catch (error) {
      pending.leave()
      throw error
    }
  }

  function close(): void {
    state = 'closed'
    client.release()
  }

  return {
    sql,
    fault: () => firstError,
    verdict: () => (firstError ? classifyError(firstError, state === 'committing') : 'refused'),

    /** Resolves to the wait for the disk, which needs no connection of its own. */
    async commit(readOnly: boolean, flushes: GroupFlush): Promise<Committed<unknown>['onDisk']> {
      // Behind a pooler, a connection that has outlasted the commit is no proof that the server still has it.
      if (lastSteps.audit.length + lastSteps.events.length > 0 && !isPooled) {
        const pending = await flushes.join()
        await commitEarly(pending)
        return pending.flush
      }
      await (readOnly ? endRead() : commitSynchronously())
      return async () => {}
    },

    /** Destroys a connection that broke or hangs. Any other is returned to the pool. */
    async rollback(verdict: ReturnType<typeof classifyError>) {
      if (state === 'closed') return
      const healthy = verdict === 'again' || verdict === 'refused'
      state = 'closed'
      const clean =
        healthy &&
        (await send('rollback').then(
          () => true,
          () => false,
        ))
      client.release(!clean)
    },
  }
}

/** Returns a function to call before a query: all queries of one turn of the event loop become one write to the socket. */
function bundleWrites({ connection: { stream } }: pg.PoolClient): () => void {
  let isCorked = false
  return () => {
    if (isCorked) return
    isCorked = true
    stream.cork()
    process.nextTick(() => {
      isCorked = false
      stream.uncork()
    })
  }
}

/** A write in a read-only transaction is our bug, not an error of the server. */
function isWrite(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '25006'
}

/** The error of a statement that only followed the one that failed. */
function isAborted(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '25P02'
}

/** Statements may be sent together and awaited one by one. The error of a later one isn't lost. */
function ignoreUnhandled<T>(result: Promise<T>): Promise<T> {
  result.catch(() => {})
  return result
}
