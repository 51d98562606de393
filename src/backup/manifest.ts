import { z } from 'zod'

const LogPosition = z.string().regex(/^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/)

/** What `manifest.json` says about a backup. It contains no names and no secrets, and isn't sealed. */
export const BackupManifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Of the embedded database, or made by pg_dump from a database of one's own. */
  kind: z.enum(['embedded', 'dump']),
  /** Version of Timbre. */
  version: z.string(),
  newestMigration: z.string().nullable(),
  /** Major version of PostgreSQL. */
  postgres: z.int(),
  /** Major version of the pg_dump that wrote it. */
  dumpProgram: z.int().optional(),
  /** The number that initdb gave the cluster, in 16 hexadecimal digits. Backups of earlier versions don't say it. */
  systemIdentifier: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  /** ISO instants. */
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Positions in the write-ahead log: replaying starts at the first and must reach the second. Equal for a dump. */
  start: LogPosition,
  end: LogPosition,
  /** Segments of the write-ahead log from start to end. */
  wal: z.array(z.string()),
  /** The age public key it is sealed for; null if it isn't sealed. */
  sealedFor: z.string().nullable(),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Rows of each table, counted in one snapshot just before the end; in that of the dump. */
  rows: z.record(z.string(), z.int()),
  /** Transactions that may have committed between that snapshot and the end. */
  transactionsAfterCount: z.int(),
  /** The end of each account's audit chain in the same snapshot. */
  auditHeads: z.array(z.object({ accountId: z.string(), seq: z.int(), hash: z.string() })),
})
export type BackupManifest = z.output<typeof BackupManifest>
