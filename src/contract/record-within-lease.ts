/** The lease of what was sent outlasts these rounds, a second apart. */
const rounds = 10

/**
 * Records the outcome of something that was sent, and tries again for some seconds if that fails: after a short outage
 * of the database it would be sent twice otherwise. Rejects if the last round fails too.
 */
export async function recordWithinLease<T>(record: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await record()
    } catch (cause) {
      if (round === rounds) throw cause
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
}
