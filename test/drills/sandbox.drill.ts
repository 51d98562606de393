import { beforeAll, expect, test } from 'vitest'
import { percentile } from '../../scripts/bench/load/percentile.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

const rounds = Number(process.env.DRILL_ROUNDS ?? 50)

let running: TestService
let sandbox: TestAccount
beforeAll(async () => {
  running = await startTestService({ LOG_LEVEL: 'error' })
  sandbox = await running.account({ mode: 'sandbox' })
})

const say = (figures: object) => process.stdout.write(`${JSON.stringify(figures)}\n`)

test('an invented person takes all three assessments within 400 ms at the median', async () => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const email = `invented-${round}@sandbox.test`
    const made = await sandbox.call('POST', '/profile', { email, firstName: 'Ada' })
    const began = performance.now()
    const { status, body } = await sandbox.call('POST', '/sandbox/complete', {
      profileId: made.body.profile.id,
    })
    times.push(performance.now() - began)
    expect([status, body.profile.isCompleted]).toEqual([200, true])
  }
  const [p50 = Number.NaN, p99 = Number.NaN] = [0.5, 0.99].map((part) => percentile(times, part))
  say({ rounds, p50: Math.round(p50), p99: Math.round(p99) })
  expect(p50).toBeLessThanOrEqual(400)
})

test('two hundred invented people are made within 20 s', async () => {
  const began = performance.now()
  const { status, text } = await sandbox.call('POST', '/sandbox/people', { count: 200 })
  const seconds = (performance.now() - began) / 1_000
  say({ people: 200, seconds: Number(seconds.toFixed(1)) })
  expect([status, status < 300 ? '' : text]).toEqual([201, ''])
  expect(seconds).toBeLessThanOrEqual(20)
})
