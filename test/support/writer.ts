import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'

/**
 * Inserts accounts until it is killed, printing each id only after its COMMIT was acknowledged. It is a separate
 * program, so that a test can kill it at any point: `node writer.ts DATA_DIR`.
 */
const opened = await openDatabase({ dataDir: process.argv[2] ?? '', log: () => {} })
process.on('SIGTERM', () => opened.close().then(() => process.exit(0)))
await Promise.all([write(), write(), write(), write()])

async function write(): Promise<never> {
  for (;;) {
    const id = randomBytes(12).toString('hex')
    try {
      await opened.database.inAccount(id, (sql) =>
        sql.run(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Kept')`, [
          id,
        ]),
      )
      writeSync(1, `${id}\n`)
    } catch {
      await setTimeout(20)
    }
  }
}
