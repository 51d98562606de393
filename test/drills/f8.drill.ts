import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { drillFault } from '../support/fault-drill.ts'
import { startTestService } from '../support/service.ts'
import { newMobile } from '../support/test-rows.ts'

const people = 20

type Provider = {
  url: string
  /** The Idempotency-Key of each request and whether it was accepted. */
  requests: { key: string; isAccepted: boolean }[]
  react: (how: Reaction) => void
}
/** What the provider does with one request; returns whether it has accepted the message. */
type Reaction = (response: ServerResponse) => boolean

const accept: Reaction = (response) => {
  response.writeHead(202).end()
  return true
}
const cutAfterAcceptance: Reaction = (response) => {
  response.destroy()
  return true
}
const answer =
  (status: number): Reaction =>
  (response) => {
    response.writeHead(status).end()
    return false
  }
const hang: Reaction = () => false

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

drillFault('F8', 'the text provider fails, limits, hangs, and cuts after acceptance', async (measure) => {
  const provider = await startProvider()
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const { account, db, service } = await startTestService(
    { SMS_URL: provider.url, SMS_COUNTRIES: '+49', LOG_LEVEL: 'error' },
    { clock },
  )
  const { call } = await account()
  const phones = Array.from({ length: people }, () => newMobile())
  for (const phone of phones) {
    const { body } = await call('POST', '/profile', { phone })
    const sent = await call('POST', `/profile/${body.profile.id}/invite/sms`)
    if (sent.status !== 204) throw new Error(sent.text)
  }
  const queued = async () => {
    const rows = await db.admin<{ count: number }>(
      `select count(*)::int as count from outbox where state = 'queued' and channel = 'sms'`,
    )
    return rows[0]?.count ?? 0
  }
  /** As if enough time for the next attempt of all had passed. */
  const later = async () => {
    ahead += 3_600_000
    await db.admin('update message_breaker set failures = 0, probe_at = null')
    // While the provider hangs there is always an attempt under way: one tries it every 15 s.
    await Promise.race([service.drainOutbox(), setTimeout(40_000, undefined, { ref: false })])
  }
  const keys = () => Map.groupBy(provider.requests, ({ key }) => key)
  for (const reaction of [answer(500), answer(429), hang, cutAfterAcceptance]) {
    provider.react(reaction)
    await later()
  }
  const waiting = await queued()
  provider.react(accept)
  for (let turn = 0; turn < 20 && (await queued()) > 0; turn += 1) await later()
  measure.least('waiting after four faults', waiting, people)
  measure.none('still waiting', Array.from({ length: await queued() }))
  measure.least('numbers with an Idempotency-Key', keys().size, people)
  measure.most('Idempotency-Keys', keys().size, people)
  measure.none(
    'never accepted',
    [...keys().values()].filter((all) => !all.some(({ isAccepted }) => isAccepted)),
  )
})

async function startProvider(): Promise<Provider> {
  const requests: Provider['requests'] = []
  // The service sends as soon as it has something to send, so the provider fails from the beginning.
  let reaction: Reaction = answer(500)
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isAccepted = reaction(response)
      requests.push({ key: String(request.headers['idempotency-key']), isAccepted })
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    requests,
    react: (how) => {
      reaction = how
    },
  }
}
