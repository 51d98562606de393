import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { backUpDump } from '../../src/backup/back-up-dump.ts'
import { backUpEmbedded } from '../../src/backup/back-up-embedded.ts'
import { type Backup, checkFiles, listBackups, openBackup } from '../../src/backup/folder.ts'
import { endOf, isContinued, listLog, logFolderOf } from '../../src/backup/log-folder.ts'
import { pruneBackups } from '../../src/backup/prune.ts'
import { findWaiting } from '../../src/backup/seal-log.ts'
import { createIdentity, readIdentity, sealText } from '../../src/backup/sealed-file.ts'
import type { Config } from '../../src/config.ts'
import { isRecipient } from '../../src/config-backup.ts'
import { conflict, invalid } from '../../src/contract/failure.ts'
import { archiverProblem, readArchiver } from '../../src/database/archiver.ts'
import { DatabaseAddress } from '../../src/environment.ts'
import { readSecretKeys } from '../../src/platform/secret-key-files.ts'
import { version } from '../../src/start/version.ts'
import { type CommandResult, offlineCommand } from './command.ts'
import { withShell } from './shell.ts'
import { table } from './table.ts'
import { verifyCopy } from './verify-copy.ts'

export const backUpCommand = offlineCommand({
  name: 'backup now',
  summary: 'Back up the database to BACKUP_DIR: the embedded one while it runs, DATABASE_URL with pg_dump.',
  usage: '[--plain]   (without sealing)',
  flags: ['plain'],
  input: z.strictObject({ plain: z.boolean().optional() }),
  async runOffline(config, { plain }) {
    const { id, folder, manifest } = await makeBackup(config, plain === true)
    const bytes = bytesOf({ id, folder, manifest })
    const seconds = (Date.parse(manifest.finishedAt) - Date.parse(manifest.startedAt)) / 1_000
    const text = `Backup ${id}: ${megabytes(bytes)} in ${seconds.toFixed(1)} s, ${manifest.sealedFor ? 'sealed' : 'NOT sealed'}.`
    return { text, json: { backup: summaryOf({ id, folder, manifest }), bytes } }
  },
})

function makeBackup(config: Config, isPlain: boolean): Promise<Backup> {
  const { dir, recipient, databaseUrl: address } = backupConfigOf(config)
  const now = () => new Date()
  const options = { backupDir: dir, recipient: isPlain ? undefined : recipient, version, now }
  // A user who only makes dumps needs nothing else of the service.
  if (config.databaseUrl === undefined && address === undefined)
    return withShell(config, { mayCreate: false }, ({ dataDir }) => backUpEmbedded({ ...options, dataDir }))
  if (address === undefined)
    throw conflict(
      'BACKUP_DATABASE_URL is not set: the login that may read everything, such as npm run database -- prepare makes.',
    )
  return backUpDump({ ...options, address, dataDir: config.dataDir })
}

export const listBackupsCommand = offlineCommand({
  name: 'backup list',
  summary: 'List the backups in BACKUP_DIR, and folders of incomplete ones.',
  usage: '',
  input: z.strictObject({}),
  async runOffline(config) {
    const { backups, incomplete } = await listBackups(backupConfigOf(config).dir)
    const rows = backups.map((backup) => {
      const { kind, version, newestMigration, sealed, bytes } = summaryOf(backup)
      return [backup.id, kind, megabytes(bytes), sealed ? 'yes' : 'no', version, newestMigration]
    })
    const text = [
      backups.length > 0
        ? table([['BACKUP', 'KIND', 'SIZE', 'SEALED', 'VERSION', 'MIGRATION'], ...rows])
        : 'There is no backup.',
      ...incomplete.map((name) => `${name}: incomplete, not a backup`),
    ]
    const newest = backups.at(-1)
    const log = newest && (await logStateOf(backupConfigOf(config).dir, newest))
    if (log?.endsAt) text.push(`The log goes on to ${log.endsAt}.`)
    if (log && !log.isContinued) text.push(gapText(newest.id))
    return { text: text.join('\n'), json: { backups: backups.map(summaryOf), incomplete, log: log ?? null } }
  },
})

export const verifyBackupCommand = offlineCommand({
  name: 'backup verify',
  summary:
    'Restore a backup beside, verify its audit log, results and rows, and remove the copy. The newest by default.',
  usage: '[ID] [--identity FILE] [--server URL]   (of a dump: a login that may create databases)',
  argument: 'id',
  input: z.strictObject({
    id: z.string().optional(),
    identity: z.string().optional(),
    server: DatabaseAddress.optional(),
  }),
  async runOffline(config, { id, identity, server }, say) {
    const backup = await openBackup(backupConfigOf(config).dir, id)
    const secret = identity === undefined ? undefined : await readIdentity(identity)
    if (backup.manifest.sealedFor !== null && secret === undefined) {
      await checkFiles(backup)
      const text = `${backup.id}: all files are as they were written. Give --identity FILE to restore and verify it.`
      return { text, json: { backup: backup.id, files: 'ok', restored: false } }
    }
    const found = await verifyCopy(config, backup, { identity: secret, server, say })
    const outcome =
      found.faults.length === 0 ? `${backup.id}: verified by restoring.` : found.faults.join('\n')
    const text = [...found.notes, outcome].join('\n')
    return {
      text,
      json: { backup: backup.id, restored: true, ...found },
      exitCode: found.faults.length === 0 ? 0 : 1,
    }
  },
})

export const checkBackupsCommand = offlineCommand({
  name: 'backup check',
  summary:
    'Check the newest backup, and whether the server of DATABASE_URL archives its log; exits with 1 if not.',
  usage: '',
  input: z.strictObject({}),
  async runOffline(config) {
    if (config.databaseUrl !== undefined && !config.backup) return checkArchiver(config)
    const { backups, incomplete } = await listBackups(backupConfigOf(config).dir)
    const newest = backups.at(-1)
    const problems = newest ? [] : ['There is no backup.']
    if (newest) {
      const hours = (Date.now() - Date.parse(newest.manifest.finishedAt)) / 3_600_000
      if (hours > maxHours)
        problems.push(`The newest backup, ${newest.id}, is ${Math.round(hours)} hours old.`)
      await checkFiles(newest).catch((error: Error) => problems.push(error.message))
      if (newest.manifest.kind === 'embedded') problems.push(...(await logProblems(config, newest)))
    }
    if (config.databaseUrl !== undefined) {
      const { problem } = await readArchiverProblem(config)
      if (problem !== undefined) problems.push(problem)
    }
    const text =
      problems.length > 0 ? problems.join('\n') : `${newest?.id}: all files are as they were written.`
    return {
      text,
      json: { newest: newest?.id ?? null, problems, incomplete },
      exitCode: problems.length > 0 ? 1 : 0,
    }
  },
})

/** Whether the archived log continues a backup without a gap, and until when. Undefined if there is no log. */
async function logStateOf(backupDir: string, { manifest }: Backup) {
  const { systemIdentifier } = manifest
  const files = systemIdentifier ? await listLog(logFolderOf(backupDir, systemIdentifier)) : []
  const endsAt = endOf(files)
  return endsAt && { endsAt: endsAt.toISOString(), isContinued: isContinued(manifest, files) }
}

async function logProblems(config: Config, newest: Backup): Promise<string[]> {
  const log = await logStateOf(backupConfigOf(config).dir, newest)
  const { segments, seconds } = await findWaiting(config.dataDir, new Date())
  return [
    ...(log && !log.isContinued ? [gapText(newest.id)] : []),
    ...(seconds > maxWaitSeconds
      ? [
          `${segments} segments of the log wait to be archived, for up to ${Math.round(seconds / 60)} minutes.`,
        ]
      : []),
  ]
}

function gapText(id: string): string {
  return `The log since the backup ${id} isn't whole: changes since can't all be restored. Make a backup: backup now`
}

async function checkArchiver(config: Config): Promise<CommandResult> {
  const { archiver, problem } = await readArchiverProblem(config)
  const text = problem ?? `The server archives its write-ahead log, last at ${archiver?.archivedAt}.`
  return { text, json: { archiver, problem: problem ?? null }, exitCode: problem === undefined ? 0 : 1 }
}

async function readArchiverProblem(config: Config) {
  const archiver = await withShell(config, { mayCreate: false }, ({ database }) =>
    database.inSystem(readArchiver, { readOnly: true }),
  )
  return { archiver, problem: archiver && archiverProblem(archiver) }
}

export const pruneBackupsCommand = offlineCommand({
  name: 'backup prune',
  summary:
    'Remove old backups: the newest of 7 days, 5 weeks and 12 months stay, with the log of the last 7 days.',
  usage: '',
  input: z.strictObject({}),
  async runOffline(config) {
    const removed = await pruneBackups(backupConfigOf(config).dir, new Date())
    const text = removed.length > 0 ? removed.map((id) => `${id}: removed`).join('\n') : 'Nothing to remove.'
    return { text, json: { removed } }
  },
})

export const backUpKeyCommand = offlineCommand({
  name: 'backup key',
  summary: 'Write SECRET_KEY or secret.key to a file, sealed for another recipient than the backups.',
  usage: '--to FILE --recipient AGE_PUBLIC_KEY',
  input: z.strictObject({ to: z.string(), recipient: Recipient() }),
  async runOffline(config, { to, recipient }) {
    if (recipient === config.backup?.recipient)
      throw invalid(
        'recipient must be another one than BACKUP_RECIPIENT: who has both can read everything.',
        {
          param: 'recipient',
        },
      )
    requireNew(to)
    if (config.secretKey === undefined && !existsSync(`${config.dataDir}/secret.key`))
      throw conflict(`There is no secret.key in ${config.dataDir}. Set DATA_DIR to the service's.`)
    const keys = await readSecretKeys(config)
    const text = keys.map((key) => `${key.toString('base64url')}\n`).join('')
    await writeFile(to, await sealText(text, recipient), { mode: 0o600, flag: 'wx', flush: true })
    return { text: `Wrote ${to}, sealed for ${recipient}.`, json: { file: to } }
  },
})

export const createIdentityCommand = offlineCommand({
  name: 'backup identity',
  summary: 'Make a key pair of age: the secret key goes to a file, the public key is printed.',
  usage: '--to FILE   (keep it away from this machine)',
  input: z.strictObject({ to: z.string() }),
  async runOffline(_, { to }) {
    requireNew(to)
    const { identity, recipient } = await createIdentity()
    await writeFile(to, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return { text: `BACKUP_RECIPIENT=${recipient}`, json: { recipient, file: to } }
  },
})

/** Throws if backups aren't configured. */
export function backupConfigOf({ backup }: Config): NonNullable<Config['backup']> {
  if (!backup) throw conflict('BACKUP_DIR and BACKUP_RECIPIENT are not set. .env.example describes them.')
  return backup
}

/** One backup a day, and two hours for a late one. */
const maxHours = 26

/** A running service archives a segment within seconds. */
const maxWaitSeconds = 600

function Recipient() {
  return z.string().refine(isRecipient, 'must be an age public key; make one with: backup identity')
}

function requireNew(file: string): void {
  if (existsSync(file)) throw conflict(`${file} exists already. Give a new file.`)
}

function summaryOf(backup: Backup) {
  const { kind, version, newestMigration, startedAt, finishedAt, sealedFor } = backup.manifest
  return {
    ...{ id: backup.id, kind, version, newestMigration, startedAt, finishedAt },
    ...{ sealed: sealedFor !== null, bytes: bytesOf(backup) },
  }
}

function bytesOf({ manifest }: Backup): number {
  return manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
