import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from './errors.ts'
import { createPoolShares } from './pool-shares.ts'

/** A pool whose work ends when the test says so. */
function openPool(size: number, waits = { light: 60_000, heavy: 60_000 }) {
  const shares = createPoolShares(size, waits)
  const running: { name: string; end: () => void }[] = []
  const started: string[] = []
  const begin = (name: string, account: string | undefined, heavy = false) => {
    const run = shares.run({ account, heavy }, () => {
      started.push(name)
      return new Promise<void>((end) => running.push({ name, end }))
    })
    // Work that still waits when a test ends fails later, when no one awaits it.
    run.catch(() => {})
    return run
  }
  const finish = async (name: string) => {
    const index = running.findIndex((one) => one.name === name)
    running.splice(index, 1)[0]?.end()
    await setImmediate()
  }
  return { begin, finish, started, running: () => running.map((one) => one.name) }
}

const [ours, theirs, third] = ['a', 'b', 'c']

describe('connections', () => {
  test('are left for others, however much one account requests', async () => {
    const pool = openPool(10)
    for (let number = 0; number < 50; number += 1) void pool.begin(`ours ${number}`, ours)
    expect(pool.running()).toHaveLength(6)
    void pool.begin('theirs', theirs)
    void pool.begin('installation', undefined)
    expect(pool.running()).toContain('theirs')
    expect(pool.running()).toContain('installation')
  })

  test('an account gets 30% for lists and searches, and its light requests overtake waiting heavy ones', async () => {
    const pool = openPool(10)
    for (let number = 0; number < 50; number += 1) void pool.begin(`search ${number}`, ours, true)
    expect(pool.running()).toEqual(['search 0', 'search 1', 'search 2'])
    void pool.begin('light', ours)
    expect(pool.running()).toContain('light')
    await pool.finish('search 0')
    expect(pool.running()).toEqual(['search 1', 'search 2', 'light', 'search 3'])
  })

  test('searches of all accounts together leave 40%', async () => {
    const pool = openPool(10)
    for (const account of [ours, theirs, third])
      for (let number = 0; number < 5; number += 1) void pool.begin(`${account} ${number}`, account, true)
    expect(pool.running()).toEqual(['a 0', 'a 1', 'a 2', 'b 0', 'b 1', 'b 2'])
    await pool.finish('a 0')
    expect(pool.started.at(-1)).toBe('a 3')
    await pool.finish('a 1')
    expect(pool.started.at(-1)).toBe('c 0')
  })

  test('are given round-robin to waiting accounts, and to each in the order of its requests', async () => {
    const pool = openPool(1)
    void pool.begin('first', third)
    for (const number of [1, 2, 3]) void pool.begin(`ours ${number}`, ours)
    for (const number of [1, 2]) void pool.begin(`theirs ${number}`, theirs)
    for (const name of ['first', 'ours 1', 'theirs 1', 'ours 2', 'theirs 2']) await pool.finish(name)
    expect(pool.started).toEqual(['first', 'ours 1', 'theirs 1', 'ours 2', 'theirs 2', 'ours 3'])
  })

  test('are returned if the work fails', async () => {
    const turns = createPoolShares(1)
    const broken = turns.run({ account: ours, heavy: true }, async () => {
      throw new Error('no')
    })
    await expect(broken).rejects.toThrow('no')
    expect(await turns.run({ account: theirs, heavy: true }, async () => 'yes')).toBe('yes')
  })

  test('are unavailable for work that waited too long, and the next one gets them', async () => {
    const pool = openPool(1, { light: 20, heavy: 20 })
    void pool.begin('long', ours)
    await expect(pool.begin('impatient', theirs)).rejects.toBeInstanceOf(DatabaseUnavailable)
    const next = pool.begin('next', third)
    await pool.finish('long')
    expect(pool.running()).toEqual(['next'])
    await pool.finish('next')
    await next
  })

  test('two kinds of wait that end with the same work both start', async () => {
    const pool = openPool(10)
    for (const number of [0, 1, 2]) void pool.begin(`a ${number}`, ours, true)
    for (const number of [0, 1, 2]) void pool.begin(`b ${number}`, theirs, true)
    for (const number of [0, 1, 2]) void pool.begin(`light ${number}`, ours)
    void pool.begin('ours waits', ours)
    void pool.begin('third waits', third, true)
    expect(pool.running()).toHaveLength(9)
    await pool.finish('a 0')
    expect(pool.running()).toContain('ours waits')
    expect(pool.running()).toContain('third waits')
  })

  test('waiting for the share of the own account takes longer than waiting for the pool', async () => {
    const pool = openPool(10, { light: 20, heavy: 120_000 })
    for (let number = 0; number < 7; number += 1) void pool.begin(`ours ${number}`, ours)
    await new Promise((resolve) => setTimeout(resolve, 60))
    await pool.finish('ours 0')
    expect(pool.started.at(-1)).toBe('ours 6')
    const full = openPool(1, { light: 20, heavy: 120_000 })
    void full.begin('first', ours)
    await expect(full.begin('second', theirs)).rejects.toThrow(DatabaseUnavailable)
  })
})
