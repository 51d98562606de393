import { expect, test } from 'vitest'
import type { Sql } from '../../contract/ports.ts'
import { createStoredBytes } from './stored-bytes.ts'

const sql = {} as Sql

/** A clock that tests turn, and an account of this size that takes so long to measure. */
function measuring(bytes: number, milliseconds = 10) {
  const state = { now: 1_000, bytes, measured: 0 }
  const read = createStoredBytes(
    () => state.now,
    async () => {
      state.measured += 1
      state.now += milliseconds
      return state.bytes
    },
  )
  return { state, read: (limit = 1_000) => read(sql, 'account', limit) }
}

test('far from the limit it is measured once a minute', async () => {
  const { state, read } = measuring(500)
  expect([await read(), await read()]).toEqual([500, 500])
  state.now += 59_000
  await read()
  expect(state.measured).toBe(1)
  state.now += 2_000
  state.bytes = 700
  expect(await read()).toBe(700)
  expect(state.measured).toBe(2)
})

test('near the limit it is measured every five seconds, so that deleting helps soon', async () => {
  const { state, read } = measuring(1_000)
  await read()
  state.bytes = 200
  state.now += 4_000
  expect(await read()).toBe(1_000)
  state.now += 1_500
  expect(await read()).toBe(200)
})

test('measuring takes at most a twentieth of the time', async () => {
  const { state, read } = measuring(1_000, 2_000)
  await read()
  state.now += 30_000
  await read()
  expect(state.measured).toBe(1)
  state.now += 11_000
  await read()
  expect(state.measured).toBe(2)
})

test('while one request measures, the others use the last figure', async () => {
  const state = { now: 0, measured: 0 }
  const waiting: ((bytes: number) => void)[] = []
  const read = createStoredBytes(
    () => state.now,
    () => {
      state.measured += 1
      return state.measured === 1 ? Promise.resolve(10) : new Promise((resolve) => waiting.push(resolve))
    },
  )
  expect(await read(sql, 'account', 1_000)).toBe(10)
  state.now += 61_000
  const first = read(sql, 'account', 1_000)
  expect(await read(sql, 'account', 1_000)).toBe(10)
  waiting[0]?.(20)
  expect(await first).toBe(20)
  expect(state.measured).toBe(2)
})
