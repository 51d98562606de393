import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { catalog } from '../../src/catalog.ts'
import { type Operation, operation } from '../../src/contract/operation.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { findProfile } from '../../src/domain/profile/store.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { openSearch, type Search, singleScopes } from '../support/closure/search.ts'

// `npm run drill -- scope-closure` tries all sequences of three calls; these tests try a few.

const seed = 20_261_122

/** By calls in a sequence: sequences end where every call is refused, and too few tries would show nothing. */
const leastTried: Record<string, readonly [one: number, two: number]> = {
  'profiles:write': [30, 30],
  'tags:manage': [5, 100],
  'account:read': [5, 10],
  'account:write': [5, 60],
}

let search: Search
beforeAll(async () => {
  search = await openSearch(catalog)
})
afterAll(() => search.close())

describe.each(singleScopes.map((scopes) => [scopes.join(' '), scopes] as const))('%s alone', (_, scopes) => {
  const least = leastTried[scopes.join(' ')] ?? expect.unreachable('A new scope needs its numbers here.')

  test('reveals no one by any call, nor by some sequences of three', async () => {
    const { tried, leaks } = await search.all(scopes, 1)
    expect(leaks).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(least[0])
    expect((await search.some(scopes, 3, seededRandom(seed))).leaks).toEqual([])
  })

  test('nor by any two calls, nor by more sequences of three', {
    tags: 'long',
    timeout: 240_000,
  }, async () => {
    const { tried, leaks } = await search.all(scopes, scopes.includes('profiles:write') ? 1 : 2)
    expect(leaks).toEqual([])
    expect(tried).toBeGreaterThanOrEqual(least[1])
    expect((await search.some(scopes, 10, seededRandom(seed))).leaks).toEqual([])
  })
})

test('an operation that reveals what it may not is found', async () => {
  const leaking = operation({
    name: 'leak',
    summary: 'Leak',
    scope: 'tags:manage',
    effect: 'reads',
    reveals: 'status',
    issues: 'nothing',
    input: z.strictObject({ profileId: PublicId }),
    output: z.looseObject({}),
    run: async ({ sql, account }, { profileId }) => ({
      resource: { more: (await findProfile(sql, account.id, profileId))?.lastName },
    }),
  }) as unknown as Operation
  const planted = await openSearch([...catalog, leaking])
  const { leaks } = await planted.all(['tags:manage'], 1)
  await planted.close()
  expect(leaks).toEqual([{ sequence: ['leak'], shows: ['a name or an email address'] }])
})
