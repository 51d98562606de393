import pg from 'pg'
import type { Database, Sql } from '../../../src/contract/ports.ts'

/**
 * A database port on one connection within one transaction that is never committed: savepoints undo a call. So
 * thousands of call sequences can share their first calls.
 */
export type UndoableDatabase = Database & {
  mark: () => Promise<() => Promise<void>>
  asSystem: Sql['rows']
}

export async function openUndoable(url: string): Promise<UndoableDatabase> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  let marks = 0
  // Prepared, as in the service: hundreds of thousands of statements have a few hundred texts.
  const names = new Map<string, string>()
  const query = (text: string, values: readonly unknown[] | undefined) => {
    const name = names.get(text) ?? `statement_${names.size}`
    names.set(text, name)
    return client.query({ name, text, values: values as unknown[] })
  }
  const statements: Omit<Sql, 'beforeCommit'> = {
    rows: async (text, values) => (await query(text, values)).rows,
    row: async (text, values) => (await query(text, values)).rows[0],
    run: async (text, values) => (await query(text, values)).rowCount ?? 0,
  }
  const mark = async () => {
    const name = `mark_${++marks}`
    await client.query(`savepoint ${name}`)
    return async () => void (await client.query(`rollback to savepoint ${name}; release savepoint ${name}`))
  }
  const within = async <T>(opening: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
    const name = `call_${++marks}`
    await client.query(`savepoint ${name}; ${opening}`)
    const lastSteps: (() => Promise<void>)[] = []
    try {
      const result = await work({ ...statements, beforeCommit: (step) => void lastSteps.push(step) })
      for (const step of lastSteps) await step()
      await client.query(`release savepoint ${name}`)
      return result
    } catch (error) {
      await client.query(`rollback to savepoint ${name}; release savepoint ${name}`)
      throw error
    }
  }
  return {
    mark,
    asSystem: (text, values) => within('set local role timbre_system', ({ rows }) => rows(text, values)),
    inAccount: (accountId, work) =>
      within(`set local role timbre_app; set local app.account = '${accountId}'`, work),
    inSystem: (work) => within('set local role timbre_system', work),
    flush: async () => {},
    look: async () => ({ damaged: false, trouble: 'refused' }),
    async close() {
      await client.query('rollback')
      await client.end()
    },
  }
}
