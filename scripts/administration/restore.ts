import { resolve } from 'node:path'
import { z } from 'zod'
import { copyErasures } from '../../src/backup/erasure-file.ts'
import { listBackups, openBackup } from '../../src/backup/folder.ts'
import { restoreEmbedded } from '../../src/backup/restore-embedded.ts'
import { readIdentity } from '../../src/backup/sealed-file.ts'
import { notFound } from '../../src/contract/failure.ts'
import { backupConfigOf } from './backup.ts'
import { offlineCommand } from './command.ts'

export const restoreCommand = offlineCommand({
  name: 'restore',
  summary:
    'Make a new data directory from a backup of the embedded database, with all changes since, or up to a time.',
  usage:
    '[ID] --into DIR [--identity FILE] [--at TIME | --at backup] [--log DIR] [--timeline N] [--keep-sessions]',
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

/** The id of the newest backup that ended before a time. Throws one line if there is none. */
async function newestBefore(backupDir: string, time: Date): Promise<string> {
  const { backups } = await listBackups(backupDir)
  const found = backups.findLast(({ manifest }) => new Date(manifest.finishedAt) <= time)
  if (!found) throw notFound(`No backup in ${backupDir} ended before ${time.toISOString()}.`)
  return found.id
}
