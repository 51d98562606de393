import { resolve } from 'node:path'
import { z } from 'zod'
import { copyErasures, readErasureLines } from '../../src/backup/erasure-file.ts'
import { listBackups, openBackup } from '../../src/backup/folder.ts'
import { type DumpRestoreOptions, restoreFromDump } from '../../src/backup/restore-dump.ts'
import { restoreEmbedded } from '../../src/backup/restore-embedded.ts'
import { readIdentity } from '../../src/backup/sealed-file.ts'
import { invalid, notFound } from '../../src/contract/failure.ts'
import { backupConfigOf } from './backup.ts'
import { type CommandResult, offlineCommand } from './command.ts'

export const restoreCommand = offlineCommand({
  name: 'restore',
  summary:
    'Make a new data directory from a backup of the embedded database, with all changes since, or up to a time; or restore a dump into an empty database.',
  usage:
    '[ID] --into DIR|URL [--identity FILE] [--at TIME | --at backup] [--log DIR] [--timeline N] [--keep-sessions]',
  argument: 'id',
  flags: ['keepSessions'],
  input: z.strictObject({
    id: z.string().optional(),
    into: z.string(),
    identity: z.string().optional(),
    at: z
      .union([z.literal('backup'), z.iso.datetime({ offset: true })], {
        error: 'must be a time such as 2026-11-24T09:30:00Z, or the word backup',
      })
      .optional(),
    log: z.string().optional(),
    timeline: z.coerce.number().int().min(1).max(0xffff_ffff).optional(),
    keepSessions: z.boolean().default(false),
  }),
  async runOffline(config, { id, into, identity, at, log, timeline, keepSessions }) {
    const { dir } = backupConfigOf(config)
    const until = at === undefined || at === 'backup' ? undefined : new Date(at)
    const backup = await openBackup(dir, id ?? (until && (await newestBefore(dir, until))))
    const secret = identity === undefined ? undefined : await readIdentity(identity)
    const now = () => new Date()
    if (backup.manifest.kind === 'dump') {
      refuseLog({ at, log, timeline })
      return intoDatabase({ backup, into, identity: secret, keepSessions, now }, dir)
    }
    if (isAddress(into))
      throw invalid(
        `The backup ${backup.id} is of the embedded database. Give the name of a new folder with --into.`,
        { param: 'into' },
      )
    const restored = await restoreEmbedded({
      backup,
      into: resolve(into),
      identity: secret,
      keepSessions,
      backupDir: at === 'backup' ? undefined : dir,
      until,
      timeline,
      furtherLog: log === undefined ? undefined : resolve(log),
      now,
    })
    await copyErasures(dir, resolve(into))
    const text = [
      `Restored ${backup.id} into ${into}, with all changes up to ${restored.backupAt}.`,
      'Put secret.key there, or set SECRET_KEY; then start the service with DATA_DIR set to that folder.',
      'That start ends sessions and tokens, and holds emails and webhooks until you run outbox release or outbox discard.',
    ]
    return { text: text.join('\n'), json: { restored, into } }
  },
})

async function intoDatabase(
  options: Omit<DumpRestoreOptions, 'erasureLines'>,
  backupDir: string,
): Promise<CommandResult> {
  const { backup, into } = options
  if (!isAddress(into))
    throw invalid(
      `The backup ${backup.id} is a dump. Give the address of an empty database with --into postgres://…, with the login that will own its tables.`,
      { param: 'into' },
    )
  const restored = await restoreFromDump({ ...options, erasureLines: await readErasureLines(backupDir) })
  const text = [
    `Restored ${backup.id}, the state of ${restored.backupAt}, into the database.`,
    'Make its logins with npm run database -- prepare, then start the service with DATABASE_URL set to it.',
    'That start ends sessions and tokens, and holds emails and webhooks until you run outbox release or outbox discard.',
  ]
  return { text: text.join('\n'), json: { restored } }
}

function isAddress(into: string): boolean {
  return /^postgres(ql)?:\/\//.test(into)
}

/** Changes after a dump are in the log that the server itself archives. */
function refuseLog(options: {
  at: string | undefined
  log: string | undefined
  timeline: number | undefined
}): void {
  const [name] = Object.entries(options).find(([, value]) => value !== undefined && value !== 'backup') ?? []
  if (name !== undefined)
    throw invalid(
      `${name} is for backups of the embedded database. To restore another database up to a time, use the log that its server archives.`,
      { param: name },
    )
}

/** The id of the newest backup that ended before a time. Throws one line if there is none. */
async function newestBefore(backupDir: string, time: Date): Promise<string> {
  const { backups } = await listBackups(backupDir)
  const found = backups.findLast(({ manifest }) => new Date(manifest.finishedAt) <= time)
  if (!found) throw notFound(`No backup in ${backupDir} ended before ${time.toISOString()}.`)
  return found.id
}
