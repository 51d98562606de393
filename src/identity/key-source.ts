import type { CryptoKey } from 'jose'

/**
 * A verification key and the zones that publish it as theirs: it can't sign for any other zone. Usually it is one zone.
 * If a region repeats another's key, it must not take the key away from that region.
 */
export type ZoneKey = { key: CryptoKey; zones: readonly string[] }

/** The signer that an unverified token claims: its zone, and the time in milliseconds. */
export type ClaimedSigner = { zone: string; at: number }

/** Looks up keys by ID: the installation's own, or those that other regions publish. */
export type KeySource = {
  /** The zones that this source has keys of. */
  zones: readonly string[]
  /** Looks in memory only. */
  findKey: (kid: string) => ZoneKey | undefined
  /** Whether keys of this zone were ever fetched. They may have changed since. */
  hasKeysOf: (zone: string) => boolean
  /**
   * Fetches keys again to find an unknown key of this zone, rate-limited by the source. Undefined only if the zone
   * certainly had no such key when it signed. Fails as `unavailable`, with a retry time, while that is uncertain, so
   * that a valid token isn't called invalid.
   */
  refresh: (kid: string, by: ClaimedSigner) => Promise<ZoneKey | undefined>
}

/** Combines sources for several zones. Only the source of the signing zone fetches again. */
export function combineKeySources(sources: readonly KeySource[]): KeySource {
  return {
    zones: sources.flatMap(({ zones }) => zones),
    findKey: (kid) => firstDefined(sources, (source) => source.findKey(kid)),
    hasKeysOf: (zone) => sources.some((source) => source.hasKeysOf(zone)),
    refresh: async (kid, by) => sources.find(({ zones }) => zones.includes(by.zone))?.refresh(kid, by),
  }
}

/**
 * The key with this ID, as a key of the zone that claims to have signed. If other zones publish the key, it is theirs,
 * unless the claimed zone's keys were never fetched: the others may only be repeating its key.
 */
export async function findSignerKey(
  keys: KeySource,
  kid: string,
  by: ClaimedSigner,
): Promise<ZoneKey | undefined> {
  const key = keys.findKey(kid)
  if (key && (key.zones.includes(by.zone) || keys.hasKeysOf(by.zone))) return key
  return keys.refresh(kid, by)
}

function firstDefined<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = find(item)
    if (result !== undefined) return result
  }
  return undefined
}

/**
 * Runs the work at most once per interval. Calls in between share the next run. A call during a run shares the run
 * after it, because the current one may have read already.
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
