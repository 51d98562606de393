import type { Sql } from '../../contract/ports.ts'
import { readJsonRows } from './rows-store.ts'
import { type AccountTable, accountTables, secretColumns } from './tables.ts'

/**
 * Every row of the account of this transaction, as an object with the names of the columns. What only proves who
 * someone is, such as hashes of secrets, is left out: nobody can read it, and nobody else should have it. So is the text
 * of private notes; the rest of their rows says who has some about whom.
 */
export async function* readReadableRows(sql: Sql): AsyncGenerator<{ table: AccountTable; row: object }> {
  for (const table of accountTables) {
    for await (const rows of readJsonRows(sql, table)) {
      for (const row of rows) yield { table, row: withoutSecrets(table, row) }
    }
  }
}

function withoutSecrets(table: AccountTable, row: Record<string, unknown>): object {
  const secret = secretColumns[table] ?? []
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.includes(name)))
}
