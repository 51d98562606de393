import { randomBytes } from 'node:crypto'
import { connect } from '../support/ats-stand-ins.ts'
import { createTestDatabase } from '../support/database.ts'
import { drillFault } from '../support/fault-drill.ts'
import { startOutageServer } from '../support/mail-outage.ts'
import { callAs, freePort, startTestService } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

const people = Number(process.env.DRILL_PEOPLE ?? 150)
const replays = 20

drillFault(
  'F16',
  'three workers, and each call replayed over three instances',
  async ({ none, least, most }) => {
    const server = await startOutageServer({ answerMilliseconds: 300 })
    const db = await createTestDatabase({ patience: 10 })
    const shared = {
      ...{ MAIL_URL: server.url, PUBLIC_URL: `http://localhost:${await freePort()}`, PORT: '0' },
      SECRET_KEY: randomBytes(32).toString('base64url'),
    }
    const instances = [
      await startTestService(shared, { db }),
      await startTestService(shared, { db }),
      await startTestService(shared, { db }),
    ] as const
    const at = (turn: number) => instances[turn % 3] ?? instances[0]
    const account = await instances[0].account()

    const profileIds: string[] = []
    for (let made = 0; made < people; made += 1)
      profileIds.push((await account.call('POST', '/profile', { email: newEmail() })).body.profile.id)
    for (let from = 0; from < people; from += 50) {
      const owner = from === 0 ? account : undefined
      const body = { profileIds: profileIds.slice(from, from + 50), channel: 'email' }
      const { status, text } = await (owner ?? account).call('POST', '/profiles/invite', body)
      if (status !== 200) throw new Error(text)
    }
    await Promise.all(instances.map(({ service }) => service.drainOutbox()))

    const statuses: number[] = []
    const replayed = await Promise.all(
      Array.from({ length: replays }, async (_, turn) => {
        const body = { firstName: 'Replayed', email: 'replayed@test.test' }
        const headers = { 'idempotency-key': 'replayed-call' }
        for (;;) {
          const answer = await callAs(at(turn).baseUrl, account.token)('POST', '/profile', body, headers)
          statuses.push(answer.status)
          if (answer.status !== 503) return answer.body?.profile?.id
        }
      }),
    )

    const { id, key } = await connect(account, 'greenhouse')
    const order = JSON.stringify({
      partner_test_id: 'focus',
      candidate: {
        first_name: 'Ada',
        last_name: 'Osei',
        email: 'ordered@test.test',
        greenhouse_profile_url: null,
      },
      url: 'https://app.greenhouse.io/integrations/testing_partners/take_home_tests/4711',
    })
    const authorization = `Basic ${Buffer.from(`${key}:`).toString('base64')}`
    const ordered: { status: number; text: string }[] = []
    for (let turn = 0; turn < replays; turn += 1) {
      // The first three at the same time, the others late.
      const sendTest = async (url: string) => {
        const response = await fetch(`${url}/ats/greenhouse/${id}/send_test`, {
          ...{ method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body: order },
        })
        ordered.push({ status: response.status, text: await response.text() })
      }
      if (turn === 0) await Promise.all(instances.map(({ url }) => sendTest(url)))
      else await sendTest(at(turn).url)
    }
    await Promise.all(instances.map(({ service }) => service.drainOutbox()))

    const count = async (text: string) => Number((await db.admin<{ count: string }>(text))[0]?.count)
    const byPerson = Map.groupBy(server.accepted, ({ to }) => to)
    least('people who got an email', byPerson.size, people)
    none(
      'people who got several',
      [...byPerson].filter(([to, mails]) => mails.length > 1 && !to.startsWith('owner')).map(([to]) => to),
    )
    none(
      'replays that were not answered 201',
      statuses.filter((status) => status !== 201 && status !== 503),
    )
    most('people by replayed calls', new Set(replayed).size, 1)
    most('people stored', await count(`select count(*) from profile where email = 'replayed@test.test'`), 1)
    none(
      'orders refused',
      ordered.filter(({ status }) => status !== 200).map(({ text }) => text),
    )
    most('orders answered with', new Set(ordered.map(({ text }) => text)).size, 1)
    most('orders stored', await count('select count(*) from assessment_order'), 1)
    most('emails of the order', byPerson.get('ordered@test.test')?.length ?? 99, 1)
    await server.goAway()
  },
)
