import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '../../src/scoring/random.ts'
import { killWhileSaving, type Victim } from '../support/killed-savers.ts'
import { cleanUp } from '../support/process.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 30)
const people = Number(process.env.DRILL_PEOPLE ?? 20)
const random = seededRandom(Number(process.env.DRILL_SEED ?? 20_261_122))

afterAll(cleanUp)

test('every acknowledged answer is stored with its seconds after kill -9 at random moments', async () => {
  const victims = ['service', 'database', 'both'] as const
  const chosen = Array.from({ length: rounds }, () => victims[Math.floor(random() * 3)] as Victim)
  const outcome = await killWhileSaving(chosen, { people, random })
  const figures = { rounds, ...outcome, lost: outcome.lost.length, apart: outcome.apart.length }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(outcome).toMatchObject({ lost: [], apart: [] })
})
