import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { connect } from './support/ats-stand-ins.ts'
import { startMailServer } from './support/mail-server.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort, type Json, startTestService } from './support/service.ts'
import { newEmail } from './support/test-rows.ts'

afterAll(cleanUp)

test('kill -9 between the answer to an order and its email: the order stays, and the email goes once', {
  tags: 'long',
}, async () => {
  const email = newEmail()
  let onEmail: (() => void) | undefined
  const server = await startMailServer({
    onRcptTo({ address }, _session, answer) {
      // Not answered: the sender is about to die.
      if (onEmail && address === email) onEmail()
      else answer()
    },
  })
  const SECRET_KEY = randomBytes(32).toString('base64url')
  const running = await startTestService({ SECRET_KEY })
  const account = await running.account()
  const { id, key } = await connect(account, 'greenhouse')
  await running.service.stop()
  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR: newDataDir(), DATABASE_URL: running.db.url, SECRET_KEY },
    ...{ MAIL_URL: server.url, MAIL_FROM: 'no-reply@timbre.example', DEMO: 'off', LOG_LEVEL: 'error' },
  }
  const wish = {
    partner_test_id: 'focus',
    candidate: { first_name: 'Ada', last_name: 'Osei', email, greenhouse_profile_url: null },
    url: 'https://app.greenhouse.io/integrations/testing_partners/take_home_tests/4711',
  }
  const sendTest = async (url: string): Promise<Json> => {
    const response = await fetch(`${url}/ats/greenhouse/${id}/send_test`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(wish),
    })
    return { status: response.status, body: await response.json() }
  }

  // Owners are told of the connection too.
  const received = () => server.received.filter(({ to }) => to.includes(email))
  const dying = startProcess(environment)
  await dying.ready()
  const asked = new Promise<void>((done) => {
    onEmail = done
  })
  const answer = await sendTest(dying.url)
  await asked
  process.kill(dying.pid, 'SIGKILL')
  await dying.ended
  expect(answer.status).toBe(200)
  expect(received()).toHaveLength(0)
  onEmail = undefined
  // The lease of the dead process ends now and not in a minute.
  await running.db.admin('update outbox set leased_until = null')

  const service = startProcess(environment)
  await service.ready()
  const states = () =>
    running.db.admin('select state from outbox where account_id = $1 and profile_id is not null', [
      account.id,
    ])
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(20))
    if ((await states()).every(({ state }) => state === 'sent')) break
  // The system asks again because it does not know what became of its request.
  expect(await sendTest(service.url)).toEqual(answer)
  await service.stop()
  expect(await states()).toEqual([{ state: 'sent' }])
  expect(received()).toHaveLength(1)
  const orders = await running.db.admin(
    'select reference, state from assessment_order where account_id = $1',
    [account.id],
  )
  expect(orders).toEqual([{ reference: answer.body.partner_interview_id, state: 'open' }])
})
