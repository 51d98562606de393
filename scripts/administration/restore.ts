import { resolve } from 'node:path'
import { z } from 'zod'
import { copyErasures } from '../../src/backup/erasure-file.ts'
import { openBackup } from '../../src/backup/folder.ts'
import { restoreEmbedded } from '../../src/backup/restore-embedded.ts'
import { readIdentity } from '../../src/backup/sealed-file.ts'
import { backupConfigOf } from './backup.ts'
import { offlineCommand } from './command.ts'

export const restoreCommand = offlineCommand({
  name: 'restore',
  summary: 'Make a new data directory from a backup of the embedded database.',
  usage: '<ID> --into DIR [--identity FILE] [--keep-sessions]',
  argument: 'id',
  flags: ['keepSessions'],
  input: z.strictObject({
    id: z.string(),
    into: z.string(),
    identity: z.string().optional(),
    keepSessions: z.boolean().default(false),
  }),
  async runOffline(config, { id, into, identity, keepSessions }) {
    const { dir } = backupConfigOf(config)
    const backup = await openBackup(dir, id)
    const secret = identity === undefined ? undefined : await readIdentity(identity)
    const now = () => new Date()
    const restored = await restoreEmbedded({
      backup,
      into: resolve(into),
      identity: secret,
      keepSessions,
      now,
    })
    await copyErasures(dir, resolve(into))
    const text = [
      `Restored ${id} into ${into}, with all changes up to ${restored.backupAt}.`,
      'Put secret.key there, or set SECRET_KEY; then start the service with DATA_DIR set to that folder.',
      'That start ends sessions and tokens, and holds emails and webhooks until you run outbox release or outbox discard.',
    ]
    return { text: text.join('\n'), json: { restored, into } }
  },
})
