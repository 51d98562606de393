import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { startAnchorWorker } from '../../src/platform/anchors.ts'
import { addAuditedAccount, addAuditedTag, auditedAccountId, auditedKey } from './audited-changes.ts'

/**
 * Inserts rows until it is killed, printing each id only after its COMMIT was acknowledged: accounts, or tags of one
 * account with their audit entries and events. It is a separate program, so that a test can kill it at any point:
 * `node writer.ts DATA_DIR accounts|audited`.
 */
const [dataDir = '', kind] = process.argv.slice(2)
const opened = await openDatabase({ dataDir, log: () => {} })
const { database } = opened
process.on('SIGTERM', () => opened.close().then(() => process.exit(0)))
if (kind === 'audited') await writeAudited()
else await Promise.all([write(addAccount), write(addAccount), write(addAccount), write(addAccount)])

async function writeAudited(): Promise<void> {
  const account = { database, id: auditedAccountId, secretKey: auditedKey }
  await addAuditedAccount(account)
  const clock = () => new Date()
  const log = { warn() {}, error() {} }
  startAnchorWorker({ database, dataDir, secretKey: auditedKey, clock, log, everyMilliseconds: 5 })
  await Promise.all(Array.from({ length: 16 }, () => write(() => addAuditedTag(account))))
}

async function write(add: () => Promise<string>): Promise<never> {
  for (;;) {
    try {
      writeSync(1, `${await add()}\n`)
    } catch {
      await setTimeout(20)
    }
  }
}

async function addAccount(): Promise<string> {
  const id = randomBytes(12).toString('hex')
  await database.inAccount(id, (sql) =>
    sql.run(`insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Kept')`, [id]),
  )
  return id
}
