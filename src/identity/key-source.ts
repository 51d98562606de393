import type { CryptoKey } from 'jose'

/**
 * A key that verifies, and the zones that publish it as theirs: nothing that it signs can speak for another one. It is
 * one zone but for a region that repeats the key of another, which must not take it away from that one.
 */
export type ZoneKey = { key: CryptoKey; zones: readonly string[] }

/** What a text that is not verified yet says of its signature: the zone that signed it, and when, in milliseconds. */
export type ClaimedSigner = { zone: string; at: number }

/** Where keys are looked up by id: the installation's own, or those that other regions publish. */
export type KeySource = {
  /** The zones whose keys are looked up here. */
  zones: readonly string[]
  /** What is known at this moment. */
  findKey: (kid: string) => ZoneKey | undefined
  /** Whether the keys of this zone were ever had; they may have changed since. */
  hasKeysOf: (zone: string) => boolean
  /**
   * Looks again for a key of this zone that is not known; never more often than the place it looks at can bear.
   * Undefined only where it is certain that the zone had no such key when it signed. Fails as `unavailable`, with the
   * time to try again, while that cannot be said, so that a good token is not called a bad one.
   */
  refresh: (kid: string, by: ClaimedSigner) => Promise<ZoneKey | undefined>
}

/** One place to look up a key of any zone. Only the source of the zone that signed looks again. */
export function combineKeySources(sources: readonly KeySource[]): KeySource {
  return {
    zones: sources.flatMap(({ zones }) => zones),
    findKey: (kid) => firstDefined(sources, (source) => source.findKey(kid)),
    hasKeysOf: (zone) => sources.some((source) => source.hasKeysOf(zone)),
    refresh: async (kid, by) => sources.find(({ zones }) => zones.includes(by.zone))?.refresh(kid, by),
  }
}

/**
 * The key of this id, looked for where it is said to be from. A key that other zones publish is theirs, but for a zone
 * that was never heard: others may only be repeating its key.
 */
export async function findSignerKey(
  keys: KeySource,
  kid: string,
  by: ClaimedSigner,
): Promise<ZoneKey | undefined> {
  const found = keys.findKey(kid)
  if (found && (found.zones.includes(by.zone) || keys.hasKeysOf(by.zone))) return found
  return keys.refresh(kid, by)
}

function firstDefined<T, R>(items: readonly T[], ask: (item: T) => R | undefined): R | undefined {
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
export function throttle(work: () => Promise<void>, intervalMilliseconds: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last.then(() => {
      next = undefined
      const done = work()
      last = Promise.allSettled([
        done,
        new Promise((resolve) => setTimeout(resolve, intervalMilliseconds).unref()),
      ])
      return done
    })
    return next
  }
}
