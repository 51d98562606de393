import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import type { Scope } from '../../src/contract/scope.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import { openSearch, type Search, singleScopes } from '../support/closure/search.ts'

/** `--rounds N` tries N sequences of three calls for each pair of scopes; `--seed N` draws other sequences. */
const rounds = Number(process.env.DRILL_ROUNDS ?? 500)
const seed = Number(process.env.DRILL_SEED ?? 20_261_122)

const pairs: Scope[][] = [
  ['profiles:write', 'account:write'],
  ['profiles:write', 'account:read'],
  ['profiles:write', 'tags:manage'],
]

let search: Search
beforeAll(async () => {
  search = await openSearch(catalog)
}, 60_000)
afterAll(() => search.close())

test(
  'no sequence of three calls reveals anyone',
  async () => {
    let tried = 0
    const shown: string[] = []
    const note = (scopes: readonly Scope[], found: Awaited<ReturnType<Search['all']>>) => {
      tried += found.tried
      console.log(`${scopes.join(' + ')}: ${found.tried} sequences, ${found.leaks.length} leaks`)
      for (const { sequence, shows } of found.leaks)
        shown.push(`${sequence.join(' > ')}: ${shows.join(', ')}`)
    }
    for (const scopes of singleScopes) note(scopes, await search.all(scopes, 3))
    for (const scopes of pairs) note(scopes, await search.some(scopes, rounds, seededRandom(seed)))
    console.log(`${tried} sequences in all`)
    for (const line of shown.slice(0, 200)) console.log(line)
    expect(shown).toEqual([])
    // Fewer would mean that the search no longer gets anywhere.
    expect(tried).toBeGreaterThanOrEqual(10_000)
  },
  3 * 3_600_000,
)
