import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import { filesWith } from './backups.ts'
import {
  addPerson,
  compareRestored,
  newestPeople,
  openDemoAccount,
  p99Of,
  plantedName,
  readExports,
  startWriters,
} from './lost-installation.ts'
import { createLogins, startOwnServer } from './own-server.ts'
import { newDataDir, startProcess } from './process.ts'
import { shellOf } from './scripts.ts'
import { freePort } from './service.ts'

/**
 * Writes to a service with a database of its own, dumps it in between, kills the service, drops the database, and
 * restores the dump. Compares what was acknowledged before the dump with what is there.
 */
export async function loseDatabase(options: { seconds: number; secondsAfter: number; writers: number }) {
  const { seconds, secondsAfter, writers } = options
  const server = await startOwnServer()
  await createLogins(server)
  await server.admin('create database timbre owner timbre_owner')
  const [backupDir, dataDir] = [newDataDir(), newDataDir()]
  const { identity, recipient } = await createIdentity()
  const identityFile = join(newDataDir(), 'identity.txt')
  writeFileSync(identityFile, identity)
  const key = randomBytes(32).toString('base64url')
  const environmentOf = async (database: string) => ({
    ...{ BACKUP_DIR: backupDir, BACKUP_RECIPIENT: recipient, DATA_DIR: dataDir, SECRET_KEY: key },
    DATABASE_URL: server.urlOf('timbre_runtime', database),
    DATABASE_OWNER_URL: server.urlOf('timbre_owner', database),
    ...{ DEMO: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'error', PORT: String(await freePort()) },
    PATH: `${server.bin}${delimiter}${process.env.PATH}`,
  })
  const environment = await environmentOf('timbre')
  const service = startProcess(environment)
  await service.ready()
  const call = await openDemoAccount(service, dataDir)
  await addPerson(call, plantedName)
  const exports = await readExports(call, await newestPeople(call))
  const erased = await addPerson(call)
  const writing = startWriters(call, writers)
  await setTimeout(seconds * 1_000)
  const timbre = shellOf({
    ...environment,
    BACKUP_DATABASE_URL: server.urlOf('timbre_backup', 'timbre'),
  })
  const beganAt = performance.now()
  const backup = await timbre('backup now --json')
  if (backup.code !== 0) throw new Error(backup.stderr)
  const endedAt = performance.now()
  await setTimeout(secondsAfter * 1_000)
  await writing.stop()
  const { status, text } = await call('DELETE', `/profile/${erased}`)
  if (status !== 204) throw new Error(text)
  process.kill(service.pid, 'SIGKILL')
  await service.ended
  await server.admin('drop database timbre with (force)')
  await server.admin('create database restored owner timbre_owner')
  const restoring = performance.now()
  const into = server.urlOf('timbre_owner', 'restored')
  const made = await timbre(`restore --into ${into} --identity ${identityFile}`)
  if (made.code !== 0) throw new Error(made.stderr)
  const restoreSeconds = (performance.now() - restoring) / 1_000
  const before = writing.written.filter(({ at }) => at < beganAt)
  const found = await compareRestored(await environmentOf('restored'), dataDir, { exports, erased })
  return {
    ...found.outcome,
    acknowledged: writing.written.length,
    lost: before.filter(({ id }) => !found.ids.has(id)).map(({ id }) => id),
    exports: exports.size,
    revealing: [plantedName, key].flatMap((word) => filesWith(backupDir, word)),
    p99: {
      before: p99Of(before),
      during: p99Of(writing.written.filter(({ at }) => at >= beganAt && at < endedAt)),
    },
    backupSeconds: (endedAt - beganAt) / 1_000,
    restoreSeconds,
    bytes: backup.json.bytes as number,
  }
}
