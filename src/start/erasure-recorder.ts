import { appendErasures } from '../backup/erasure-file.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import type { RecordErasures } from '../database/recorded-erasures.ts'

/** Records erasures in BACKUP_DIR. Undefined if no backups are configured. */
export function erasureRecorder(
  { backup }: Pick<Config, 'backup'>,
  { secretKey, clock }: { secretKey: SecretKey; clock: Clock },
): RecordErasures | undefined {
  return backup && ((erasures) => appendErasures(backup.dir, erasures, { secretKey, now: clock() }))
}
