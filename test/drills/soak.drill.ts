import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { inspectBackends } from '../support/backends.ts'
import { insertCrowd } from '../support/crowd.ts'
import { randomForms } from '../support/query-forms.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

/** `--rounds N` sends N random lists; otherwise the drill takes `--minutes N`, ten by default. */
const rounds = Number(process.env.DRILL_ROUNDS ?? Number.POSITIVE_INFINITY)
const minutes = Number(process.env.DRILL_MINUTES ?? (process.env.DRILL_ROUNDS ? 600 : 10))
const people = Number(process.env.DRILL_PEOPLE ?? 2_000)
const nextForm = randomForms(Number(process.env.DRILL_SEED ?? 20_261_122))

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
  await insertCrowd(running.db, account.id, people)
})

test('random lists keep memory, descriptors and prepared statements constant', async () => {
  await ask(() => requests < 500)
  const first = await look()
  const end = Date.now() + minutes * 60_000
  let next = 0
  const last = await (async () => {
    for (;;) {
      next = Math.min(rounds + 500, requests + (rounds === Number.POSITIVE_INFINITY ? 5_000 : rounds / 8))
      await ask(() => requests < next && Date.now() < end)
      const figures = await look()
      if (requests >= rounds + 500 || Date.now() >= end) return figures
    }
  })()
  expect(last.refused / last.requests).toBeLessThan(0.01)
  expect(last.prepared).toBeLessThanOrEqual(200)
  expect(last.backend - first.backend).toBeLessThanOrEqual(20)
  expect(last.heap - first.heap).toBeLessThanOrEqual(30)
  expect(last.descriptors - first.descriptors).toBeLessThanOrEqual(10)
})

let requests = 0
let refused = 0

/** Eight concurrent requests, as long as there are more. */
async function ask(more: () => boolean): Promise<void> {
  const goOn = async () => {
    while (more()) {
      requests += 1
      const answer = await account.call('GET', `/profiles?limit=10&${nextForm()}`)
      // On a busy machine a request may wait too long.
      if (answer.status === 503) refused += 1
      else if (answer.status !== 200) throw new Error(answer.text)
    }
  }
  await Promise.all(Array.from({ length: 8 }, goOn))
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Megabytes of the largest database process and of our heap, the most prepared statements, and open descriptors. */
async function look() {
  const backends = await inspectBackends(running.service.parts.database)
  collectGarbage()
  const figures = {
    requests: requests,
    refused,
    prepared: Math.max(...backends.map((backend) => backend.prepared)),
    backend: Math.round(Math.max(...backends.map((backend) => backend.kilobytes)) / 1024),
    heap: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    descriptors: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  return figures
}
