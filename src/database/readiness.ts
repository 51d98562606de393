import { DatabaseUnavailable, DataDamaged, isDatabaseError } from './errors.ts'

/** Why the last write was refused, though the server answers. */
export type WriteRefusal = 'full' | 'read_only' | 'refused'

export type WriteWatch = ReturnType<typeof watchWrites>

/**
 * Remembers that a write was refused, until a look has written something itself. Reading doesn't tell: a database with a
 * full disk can be read. Nor does a transaction that succeeds: it may have found nothing to write. Damaged data are
 * remembered until the process ends, because reading others disproves nothing.
 */
export function watchWrites() {
  let refusal: WriteRefusal | undefined
  let isDamaged = false

  return {
    refusal: () => refusal,
    isDamaged: () => isDamaged,
    clear() {
      refusal = undefined
    },

    async around<T>(readOnly: boolean, transaction: Promise<T>): Promise<T> {
      try {
        return await transaction
      } catch (error) {
        if (error instanceof DataDamaged) isDamaged = true
        if (!readOnly && error instanceof DatabaseUnavailable)
          refusal = writeRefusalOf(error.cause) ?? refusal
        throw error
      }
    },
  }
}

/** Uses about a hundred kilobytes of new disk space and frees them right away. */
export const trialWrite =
  "create temporary table trial on commit drop as select repeat('x', 1000) as room from generate_series(1, 100)"

/** Disk full (53100), a read-only server (25006), or an I/O error (58030). */
export function writeRefusalOf(cause: unknown): WriteRefusal | undefined {
  const code = isDatabaseError(cause) ? cause.code : undefined
  if (code === '53100') return 'full'
  if (code === '25006') return 'read_only'
  return code === '58030' ? 'refused' : undefined
}
