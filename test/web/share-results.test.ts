import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { cookieOf, createShareLink, expectText, startShared } from './taker-requests.ts'

test('a person without an invite link can close their results in this browser, so no one opens them there again', async () => {
  const running = await startTestService()
  const account = await running.account()
  const started = await startShared(await createShareLink(account, { assessmentIds: ['core'] }))
  const cookie = cookieOf(started)
  await take(running, { cookie } as Taker, 1, ['core'])
  const results = () => fetch(`${running.url}/take/results`, { headers: { cookie }, redirect: 'manual' })
  expect(await expectText(await results(), 'Close in this browser')).toBe(true)
  const closed = await fetch(`${running.url}/take/stop`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ leave: '1' }),
  })
  expect([closed.status, closed.headers.get('location')]).toEqual([303, '/take/stopped?left=1'])
  expect((await results()).status).toBe(401)
})

test('a person who came from an email is not offered to close anything: the link opens the results again', async () => {
  const running = await startTestService()
  const account = await running.account()
  const taker = await openTaker(running, account, { assessmentIds: ['core'] })
  await take(running, taker, 1, ['core'])
  const page = await fetch(`${running.url}/take/results`, { headers: { cookie: taker.cookie } })
  expect(await expectText(page, 'Close in this browser')).toBe(false)
})
