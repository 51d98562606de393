import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '../../src/scoring/random.ts'
import { type Death, killWhileSending } from '../support/killed-webhooks.ts'
import { cleanUp } from '../support/process.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 20)
const random = seededRandom(Number(process.env.DRILL_SEED ?? 20_261_123))

afterAll(cleanUp)

const points: Death[] = ['before commit', 'before claim', 'before answer', 'before note']

/** A round kills the service five times and the database once at random moments; every other one at each point too. */
test('every change has one event, which every endpoint gets, after kill -9 at random moments and at each point', async () => {
  const deaths = Array.from({ length: rounds }, (_, round): Death[] => [
    ...Array<Death>(5).fill('service'),
    'database',
    ...(round % 2 === 0 ? points : []),
  ]).flat()
  const outcome = await killWhileSending(deaths, { changes: 125, random })
  const { lost, unmatched, gaps, undelivered, ...counts } = outcome
  const figures = {
    ...{ deaths: deaths.length, ...counts },
    ...{ lost: lost.length, unmatched: unmatched.length, gaps: gaps.length, undelivered: undelivered.length },
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(outcome).toMatchObject({ lost: [], unmatched: [], gaps: [], undelivered: [], altered: 0 })
})
