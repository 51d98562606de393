import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFirstTurns } from './first-turns.ts'

const signal = new AbortController().signal

test('first rounds of tasks run one after the other, and later ones when they are due', async () => {
  const inTurn = createFirstTurns()
  let running = 0
  let most = 0
  const done: string[] = []
  const task = (name: string) =>
    inTurn(async () => {
      running += 1
      most = Math.max(most, running)
      await setTimeout(5)
      running -= 1
      done.push(name)
    })
  const tasks = ['one', 'two', 'three'].map(task)
  await Promise.all(tasks.map((work) => work(signal)))
  expect({ most, done }).toEqual({ most: 1, done: ['one', 'two', 'three'] })
  await Promise.all(tasks.map((work) => work(signal)))
  expect(most).toBe(3)
})

test('a first round that takes long or fails does not keep the next one waiting', async () => {
  const inTurn = createFirstTurns()
  const endless = inTurn(() => new Promise(() => {}))
  const failing = inTurn(() => Promise.reject(new Error('no database')))
  const last = inTurn(async () => 'done')
  void endless(signal)
  const failed = expect(failing(signal)).rejects.toThrow('no database')
  expect(await last(signal)).toBe('done')
  await failed
})

test('a task that is stopped before its first turn does nothing', async () => {
  const inTurn = createFirstTurns()
  let rounds = 0
  const end = new AbortController()
  const [one, two] = [0, 1].map(() =>
    inTurn(async () => {
      rounds += 1
      end.abort()
    }),
  )
  await Promise.all([one?.(end.signal), two?.(end.signal)])
  expect(rounds).toBe(1)
})
