import { z } from 'zod'

export type BackupConfig = {
  /** Folder of the backups. */
  dir: string
  /** The age public key that backups are sealed for. */
  recipient: string
  /** The login for dumps of a database of one's own. */
  databaseUrl?: string | undefined
}

/** The variables of backups. */
export const backupVariables = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_RECIPIENT: z
    .string()
    .refine(isRecipient, 'must be an age public key, such as npm run timbre -- backup identity prints')
    .optional(),
  BACKUP_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
}

/** Undefined without BACKUP_DIR. Adds errors to `problems`. */
export function readBackupConfig(
  values: {
    BACKUP_DIR?: string | undefined
    BACKUP_RECIPIENT?: string | undefined
    BACKUP_DATABASE_URL?: string | undefined
  },
  problems: string[],
): BackupConfig | undefined {
  const { BACKUP_DIR: dir, BACKUP_RECIPIENT: recipient } = values
  if (dir === undefined && recipient === undefined) return undefined
  if (dir === undefined) problems.push('BACKUP_DIR: is required with BACKUP_RECIPIENT')
  if (recipient === undefined)
    problems.push(
      'BACKUP_RECIPIENT: is required with BACKUP_DIR; npm run timbre -- backup identity --to FILE makes one',
    )
  return { dir: dir ?? '', recipient: recipient ?? '', databaseUrl: values.BACKUP_DATABASE_URL }
}

/** An X25519 recipient of age: Bech32 (BIP 173) with the prefix `age`. The checksum finds typing errors. */
export function isRecipient(text: string): boolean {
  if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text)) return false
  const prefix = [3, 3, 3, 0, 1, 7, 5]
  const values = [...text.slice(4)].map((letter) => alphabet.indexOf(letter))
  return [...prefix, ...values].reduce(polymodStep, 1) === 1
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function polymodStep(checksum: number, value: number): number {
  const top = checksum >>> 25
  const shifted = ((checksum & 0x1ffffff) << 5) ^ value
  return generator.reduce((sum, term, bit) => ((top >>> bit) & 1 ? sum ^ term : sum), shifted)
}
