import { beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../src/scoring/random.ts'
import { type Crowd, insertCrowd, pickOne } from '../support/crowd.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 20)
const people = Number(process.env.DRILL_PEOPLE ?? 100_000)
const random = seededRandom(Number(process.env.DRILL_SEED ?? 20_261_122))

let running: TestService
let noisy: TestAccount
let other: TestAccount
let crowd: Crowd
beforeAll(async () => {
  running = await startTestService()
  noisy = await running.account()
  other = await running.account()
  crowd = await insertCrowd(running.db, noisy.id, people)
  await running.db.admin(
    `insert into profile (account_id, id, created_at, updated_at, first_name, last_name, name_key, state,
       available_assessments, doc)
     select $1, id, created_at, updated_at, first_name, last_name, name_key, state, available_assessments, doc
       from profile where account_id = $2 limit 1000`,
    [other.id, noisy.id],
  )
  await running.db.admin('vacuum analyze')
})

/** Quiet periods and bursts alternate, so that a busy machine slows both. */
test('fifty concurrent searches keep another account below three times its quiet p99', async () => {
  const times = { quiet: [] as number[], burst: [] as number[], searches: [] as number[] }
  await measure(20, [])
  await Promise.all(Array.from({ length: 20 }, search))
  for (let round = 0; round < rounds; round += 1) {
    await measure(60, times.quiet)
    let isOver = false
    const burst = Promise.all(
      Array.from({ length: 50 }, async () => times.searches.push(await search())),
    ).then(() => {
      isOver = true
    })
    await measure(1_000, times.burst, () => isOver)
    await burst
  }
  const figures = Object.fromEntries(
    Object.entries(times).map(([name, all]) => [
      name,
      { count: all.length, median: share(all, 0.5), p99: share(all, 0.99), longest: share(all, 1) },
    ]),
  )
  process.stdout.write(`milliseconds: ${JSON.stringify(figures)}\n`)
  expect(share(times.burst, 0.99) / share(times.quiet, 0.99)).toBeLessThanOrEqual(3)
})

/** Requests of the other account at a steady rate, whether or not earlier ones have been answered. */
async function measure(most: number, times: number[], isOver = () => false): Promise<void> {
  const answers: Promise<void>[] = []
  for (let sent = 0; sent < most && !isOver(); sent += 1) {
    answers.push(timed(() => other.call('GET', sent % 2 ? '/account' : '/profiles?limit=20'), times))
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  await Promise.all(answers)
}

async function search(): Promise<number> {
  const words = Array.from({ length: 8 }, () => pickOne(crowd.lastNames, random).slice(0, 11))
  const times: number[] = []
  await timed(
    () => noisy.call('GET', `/profiles?search=${encodeURIComponent(words.join(' ').slice(0, 100))}`),
    times,
    [200, 503],
  )
  return times[0] as number
}

async function timed(
  call: () => Promise<{ status: number; text: string }>,
  times: number[],
  fine = [200, 503],
): Promise<void> {
  const began = performance.now()
  const answer = await call()
  times.push(performance.now() - began)
  if (!fine.includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`)
}

/** In tenths of a millisecond. */
function share(times: readonly number[], part: number): number {
  const sorted = [...times].sort((time, next) => time - next)
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * part))
  return Math.round((sorted[at] ?? 0) * 10) / 10
}
