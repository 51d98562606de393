import { beforeAll, expect, test } from 'vitest'
import { inspectBackends } from '../support/backends.ts'
import { randomForms } from '../support/query-forms.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

let running: TestService
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  account = await running.account()
})

test('no database connection keeps more than 200 prepared statements, whatever lists are requested', async () => {
  const nextForm = randomForms(1)
  // One after the other, so that most use the same connection.
  for (let round = 0; round < 150; round += 1) {
    const answer = await account.call('GET', `/profiles?limit=1&${nextForm()}`)
    expect(answer.status, answer.text).toBe(200)
  }
  const backends = await inspectBackends(running.service.parts.database)
  expect(backends).toHaveLength(10)
  expect(Math.max(...backends.map((backend) => backend.prepared))).toBeLessThanOrEqual(200)
})
