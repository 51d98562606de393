import type { CryptoKey } from 'jose'

/**
 * A key that verifies, and the zones that publish it as theirs: nothing that it signs can speak for another one. It is
 * one zone but for a region that repeats the key of another, which must not take it away from that one.
 */
export type FoundKey = { key: CryptoKey; zones: readonly string[] }

/** Where keys are looked up by id: the installation's own, or those that other regions publish. */
export type KeySource = {
  /** What is known at this moment. */
  known: (kid: string) => FoundKey | undefined
  /**
   * Looks anew for a key that is not known; never more often than the place it looks at can bear. Fails as
   * `unavailable` when it cannot look, so that a good token is not called a bad one.
   */
  refresh: (kid: string) => Promise<FoundKey | undefined>
}

/**
 * One place to ask for a key: whoever knows it answers, and only when nobody does, all look anew. The first who finds
 * it is enough, for another region may be slow to answer.
 */
export function joinKeys(sources: readonly KeySource[]): KeySource {
  return {
    known: (kid) => first(sources, (source) => source.known(kid)),
    async refresh(kid) {
      const looks = sources.map(async (source) => (await source.refresh(kid)) ?? Promise.reject())
      return Promise.any(looks).catch(({ errors }: AggregateError) => {
        const failed = errors.find((error) => error !== undefined)
        if (failed) throw failed
        return undefined
      })
    },
  }
}

function first<T, R>(items: readonly T[], ask: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const answer = ask(item)
    if (answer !== undefined) return answer
  }
  return undefined
}

/**
 * The same work, never begun twice within the rest after its last beginning: all who ask meanwhile share the next
 * one. Whoever asks while it is under way shares the one after it, for this one may have looked already.
 */
export function spaced(work: () => Promise<void>, rest: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let coming: Promise<void> | undefined
  return () => {
    coming ??= last.then(() => {
      coming = undefined
      const done = work()
      last = Promise.allSettled([done, new Promise((resolve) => setTimeout(resolve, rest).unref())])
      return done
    })
    return coming
  }
}
