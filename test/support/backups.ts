import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { backUpEmbedded } from '../../src/backup/back-up-embedded.ts'
import type { Backup } from '../../src/backup/folder.ts'
import { type SealedLog, sealLog } from '../../src/backup/seal-log.ts'
import { createIdentity } from '../../src/backup/sealed-file.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { lockDataDir } from '../../src/database/data-dir-lock.ts'
import { type Embedded, startEmbedded } from '../../src/database/embedded.ts'
import { findPostgresInstallation } from '../../src/database/postgres-installation.ts'
import { copyDataDir, type Prepared } from './prepared-data-dir.ts'
import { newDataDir } from './process.ts'

export type BackedUp = {
  dataDir: string
  backupDir: string
  identity: string
  recipient: string
  config: Config
  server: Embedded
  backUp: () => Promise<Backup>
  /** Moves the completed segments of the log to the backups. */
  archive: () => Promise<SealedLog>
}

/**
 * A prepared data directory with a running server, and a folder for its backups. Close `server` afterwards. The empty one
 * has lost the three databases of PostgreSQL that the service never opens: they are two thirds of the files that each
 * backup and restore moves. A backup of a whole cluster is that of the demo.
 */
export async function startBackedUp(kind: Prepared): Promise<BackedUp> {
  const dataDir = await copyDataDir(kind)
  const backupDir = newDataDir()
  const { identity, recipient } = await createIdentity()
  const server = await startServerOn(dataDir)
  if (kind === 'empty') await dropUnused(server)
  const now = () => new Date()
  return {
    ...{ dataDir, backupDir, identity, recipient, server },
    config: configOf({ DATA_DIR: dataDir, BACKUP_DIR: backupDir, BACKUP_RECIPIENT: recipient }),
    backUp: () => backUpEmbedded({ dataDir, backupDir, recipient, version: '0.1.0', now }),
    archive: () => sealLog({ dataDir, backupDir, recipient, now }),
  }
}

async function dropUnused(server: Embedded): Promise<void> {
  const client = new pg.Client(server.connection)
  await client.connect()
  await client.query(`update pg_database set datistemplate = false where datname <> 'timbre'`)
  for (const name of ['template0', 'template1', 'postgres']) await client.query(`drop database ${name}`)
  await client.end()
}

export async function startServerOn(dataDir: string): Promise<Embedded> {
  const installation = await findPostgresInstallation(dataDir)
  if (typeof installation === 'string') throw new Error(installation)
  // As a service does: a command would otherwise stop the server.
  const lock = await lockDataDir(dataDir)
  const server = await startEmbedded({ dataDir, installation, archiveLog: true, log: () => {} })
  return { ...server, close: () => server.close().finally(() => lock.release()) }
}

export function configOf(environment: Record<string, string>): Config {
  const read = readConfig(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

/** The files below a folder that contain a text. */
export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text))
}
