import { afterAll, expect, test } from 'vitest'
import { disturbListening } from '../support/disturbed-listen.ts'
import { cleanUp } from '../support/process.ts'

const minutes = Number(process.env.DRILL_MINUTES ?? 10)

afterAll(cleanUp)

test('listen loses and doubles nothing after it was stopped for minutes, and the network silent for two', async () => {
  const { made, heard } = await disturbListening({
    stopMilliseconds: minutes * 60_000,
    silence: { milliseconds: 120_000, forGood: true },
  })
  const lost = made.filter((id) => !heard.includes(id)).length
  const doubled = heard.length - new Set(heard).size
  process.stdout.write(`${JSON.stringify({ minutes, events: made.length, lost, doubled })}\n`)
  expect(heard).toEqual(made)
})
