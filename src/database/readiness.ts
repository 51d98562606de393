import { DatabaseUnavailable, isDatabaseError } from './errors.ts'

/** Why the last write was refused, though the server answers. */
export type WriteRefusal = 'full' | 'read_only' | 'refused'

export type WriteWatch = ReturnType<typeof watchWrites>

/**
 * Remembers whether the last write was refused. A database with a full disk can still be read, so reading doesn't tell.
 * And a service that isn't ready gets no more writes that could tell, so a look tries a write of its own then.
 */
export function watchWrites() {
  let refusal: WriteRefusal | undefined

  return {
    refusal: () => refusal,
    clear() {
      refusal = undefined
    },

    async around<T>(readOnly: boolean, transaction: Promise<T>): Promise<T> {
      try {
        const result = await transaction
        if (!readOnly) refusal = undefined
        return result
      } catch (error) {
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
