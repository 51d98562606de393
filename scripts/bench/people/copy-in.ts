import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** A value of a row: text as it is, and null. Arrays and bytes are written as PostgreSQL reads them. */
export type Value = string | number | boolean | null

export type CopyIn = {
  /** Sends rows, and waits while the server is busy. */
  write(rows: readonly (readonly Value[])[]): Promise<void>
  /** Resolves when the server has stored everything. */
  end(): Promise<void>
}

/** Opens a connection that fills these columns of a table by COPY, for which `pg` has no interface. */
export async function openCopyIn(
  settings: pg.ClientConfig,
  table: string,
  columns: readonly string[],
  { checks = false }: { checks?: boolean } = {},
): Promise<CopyIn> {
  const client = new pg.Client(settings)
  await client.connect()
  // The rows of a load are known to be valid, so foreign keys are not checked one by one.
  if (!checks) await client.query('set session_replication_role = replica; set synchronous_commit = off')
  const copy = copyQuery(`copy ${table} (${columns.join(', ')}) from stdin`)
  client.query(copy.query)
  const connection = await Promise.race([copy.started, copy.ended.then(() => undefined)])
  if (!connection) throw new Error(`Nothing can be copied into ${table}`)
  return {
    async write(rows) {
      connection.sendCopyFromChunk(Buffer.from(rows.map(lineOf).join('')))
      if (connection.stream.writableNeedDrain)
        await Promise.race([once(connection.stream, 'drain'), copy.ended])
    },
    async end() {
      connection.endCopyFrom()
      await copy.ended
      await client.end()
    },
  }
}

/** What COPY needs of a connection of `pg`; its types leave these out. */
type CopyConnection = {
  stream: Socket
  query(text: string): void
  sync(): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** A query in the shape that a client of `pg` runs. */
function copyQuery(text: string) {
  const started = Promise.withResolvers<CopyConnection>()
  const ended = Promise.withResolvers<void>()
  ended.promise.catch(() => {})
  const query = {
    submit: (connection: unknown) => (connection as CopyConnection).query(text),
    handleCopyInResponse: (connection: CopyConnection) => started.resolve(connection),
    handleCommandComplete: () => {},
    handleReadyForQuery: () => ended.resolve(),
    handleError: (error: Error) => ended.reject(error),
  }
  return { query: query as unknown as pg.Submittable, started: started.promise, ended: ended.promise }
}

function lineOf(row: readonly Value[]): string {
  return `${row.map(fieldOf).join('\t')}\n`
}

function fieldOf(value: Value): string {
  if (value === null) return '\\N'
  const text = String(value)
  return /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (one) => escapes[one] as string) : text
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
