import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { messagesTo } from '../support/signing-in.ts'
import { askedCode, type Jar, sendForm, wrong } from './attempt.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService({ RATE_LIMITS: 'on' })
})
const page = () => `${running.url}/sign-in`

describe('62. with limits on', () => {
  test('429 for the 21st code of one address, whoever it belongs to', async () => {
    const member = `${newPublicId()}@test.test`
    await running.account({ owner: member })
    for (const email of [member, `${newPublicId()}@nowhere.test`]) {
      const statuses: number[] = []
      for (let n = 0; n < 20; n += 1) statuses.push((await sendForm(page(), { email })).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      const refused = await sendForm(page(), { email })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.headers.get('content-type')).toContain('text/html')
    }
    expect((await sendForm(page(), { email: `${newPublicId()}@nowhere.test` })).status).toBe(200)
    await running.service.drainOutbox()
    expect(await messagesTo(running.url, member)).toHaveLength(20)
  })

  test('429 for the 21st wrong try of one address over all its attempts; right ones count for nothing', async () => {
    const email = `${newPublicId()}@test.test`
    await running.account({ owner: email })
    const jar: Jar = new Map()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const code = await askedCode(running, email, jar)
      for (let n = 0; n < 4; n += 1)
        statuses.push((await sendForm(page(), { code: wrong(code) }, jar)).status)
      if (attempt === 4) expect((await sendForm(page(), { code: wrong(code) }, jar)).status).toBe(429)
      else expect((await sendForm(page(), { code }, jar)).status).toBe(303)
      if (attempt === 4) expect((await sendForm(page(), { code }, jar)).status).toBe(429)
    }
    expect(new Set(statuses)).toEqual(new Set([400]))
    // The others of this network have tries left, until sixty are used up.
    const others: number[] = []
    for (let n = 0; n < 45; n += 1) others.push((await sendForm(page(), { code: '000000' })).status)
    expect(others.slice(0, 30)).toEqual(Array(30).fill(400))
    expect(others.at(-1)).toBe(429)
  })
})
