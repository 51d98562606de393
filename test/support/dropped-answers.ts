import { Timbre, TimbreError } from '../../clients/sdk/timbre.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { openDroppingProxy } from './dropping-proxy.ts'
import { startTestService } from './service.ts'

export type DroppedAnswers = {
  calls: number
  lost: number
  failed: string[]
  doubled: number
  missing: number
}

/**
 * Creates, changes and deletes through a proxy that loses a share of the answers, twenty calls at a time, and counts in
 * the account what happened twice and what was reported as done and didn't happen.
 */
export async function callWithDroppedAnswers({
  calls,
  share,
  maxTries,
  seed,
}: {
  calls: number
  share: number
  maxTries: number
  seed: number
}): Promise<DroppedAnswers> {
  const running = await startTestService()
  const account = await running.account()
  const random = seededRandom(seed)
  const proxy = await openDroppingProxy(running.url, () => random() < share)
  const timbre = new Timbre({
    baseUrl: proxy.url,
    clientId: account.clientId,
    clientSecret: account.clientSecret,
    maxTries,
  })
  const direct = new Timbre({ baseUrl: running.url, token: () => account.token })
  const kept = await direct.tags.create({ label: 'Changed', color: 'blue' })
  const going = await Promise.all(
    Array.from({ length: Math.ceil(calls / 5) }, (_, n) =>
      direct.profiles.create({ firstName: 'Going', customId: `going-${n}` }),
    ),
  )
  const work = [
    (n: number) => timbre.tags.create({ label: `Tag ${n}`, color: 'blue' }),
    (n: number) => timbre.profiles.create({ firstName: 'New', customId: `new-${n}` }),
    (n: number) => timbre.profiles.delete(going[Math.floor(n / 5)]?.profile.id ?? ''),
    (n: number) => timbre.tags.update(kept.tag.id, { label: `Changed ${n}` }),
    (n: number) => timbre.tags.create({ label: `Other ${n}`, color: 'red' }),
  ]
  const done = new Set<number>()
  const failed: string[] = []
  let next = 0
  const worker = async () => {
    while (next < calls) {
      const n = next++
      try {
        await work[n % work.length]?.(n)
        done.add(n)
      } catch (error) {
        if (!(error instanceof TimbreError)) throw error
        failed.push(error.message)
      }
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for await (const tag of direct.tags.list()) count(tag.label)
  for await (const profile of direct.profiles.list({ includeTags: false })) {
    for (const customId of profile.customIds ?? []) count(String(customId))
  }
  for await (const { events } of recorded(direct)) {
    for (const event of events) if (event.type === 'profile.deleted') count(event.data.profileId)
  }
  const expected = [...done].flatMap((n) => {
    const name = [`Tag ${n}`, `new-${n}`, going[Math.floor(n / 5)]?.profile.id, undefined, `Other ${n}`][
      n % 5
    ]
    return name ? [name] : []
  })
  return {
    calls,
    lost: proxy.lost(),
    failed,
    doubled: [...counts.values()].filter((times) => times > 1).length,
    missing: expected.filter((name) => !counts.has(name)).length,
  }
}

/** All events so far, without waiting for more. */
async function* recorded(timbre: Timbre) {
  let after: string | undefined
  for (let hasMore = true; hasMore; ) {
    const page = await timbre.events.stream({ limit: 100, ...(after && { after }) })
    yield page
    after = page.after ?? undefined
    hasMore = page.hasMore
  }
}
