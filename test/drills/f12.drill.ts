import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { createTestDatabase } from '../support/database.ts'
import { drillFault } from '../support/fault-drill.ts'
import { startOutageServer } from '../support/mail-outage.ts'
import { newDataDir } from '../support/process.ts'
import { shellOf } from '../support/scripts.ts'
import { callAs, freePort, signIn, startTestService } from '../support/service.ts'
import { newEmail } from '../support/test-rows.ts'

const people = 50
const hour = 3_600_000

drillFault('F12', 'the clock +8 d and −3 h while running, a second instance 5 min ahead', async (measure) => {
  const server = await startOutageServer({ answerMilliseconds: 200 })
  const db = await createTestDatabase({ patience: 10 })
  const SECRET_KEY = randomBytes(32).toString('base64url')
  const shared = {
    SECRET_KEY,
    MAIL_URL: server.url,
    PUBLIC_URL: `http://localhost:${await freePort()}`,
    PORT: '0',
  }
  let ahead = 0
  const one = await startTestService(shared, { db, clock: () => new Date(Date.now() + ahead) })
  const two = await startTestService(shared, { db, clock: () => new Date(Date.now() + ahead + 300_000) })
  const account = await one.account()
  const tokens: { token: string; issuedAt: number }[] = []
  const accepted: string[] = []
  const refused: string[] = []
  let seen = 0
  const now = () => Date.now() + ahead
  const tokenNow = async () => {
    const token = await signIn(one.baseUrl, account)
    tokens.push({ token, issuedAt: now() })
    return token
  }
  /** Uses each token in both instances. Those past their life must be refused; the newest must work. */
  const useAll = async (when: string) => {
    const newest = tokens.at(-1)
    for (const { token, issuedAt } of tokens) {
      for (const { baseUrl } of [one, two]) {
        const { status } = await callAs(baseUrl, token)('GET', '/account')
        seen += 1
        if (status === 200 && now() - issuedAt > hour) accepted.push(`${when}: a token of ${issuedAt}`)
        if (status !== 200 && token === newest?.token) refused.push(`${when}: ${status}`)
      }
    }
  }
  const write = async (when: string) => {
    const call = callAs(two.baseUrl, await tokenNow())
    const { status, text } = await call('POST', '/profile', { firstName: when })
    if (status !== 201) refused.push(`${when}: ${status} ${text}`)
  }
  await tokenNow()
  await useAll('at first')
  const profileIds: string[] = []
  for (let made = 0; made < people; made += 1)
    profileIds.push((await account.call('POST', '/profile', { email: newEmail() })).body.profile.id)
  const invited = await account.call('POST', '/profiles/invite', { profileIds, channel: 'email' })
  if (invited.status !== 200) throw new Error(invited.text)
  await setTimeout(600)
  for (const [when, change] of [
    ['8 days later', 8 * 24 * hour],
    ['3 hours earlier', -3 * hour],
    ['at the right time', 0],
  ] as const) {
    ahead = change
    await useAll(`${when}, before a new token`).then(() => refused.splice(0))
    await write(when)
    await useAll(when)
    await setTimeout(600)
  }
  const waiting = async () => (await db.admin(`select from outbox where state = 'queued'`)).length
  for (let tries = 0; tries < 300 && (await waiting()) > 0; tries += 1) await setTimeout(100)
  const byPerson = Map.groupBy(server.accepted, ({ to }) => to)
  const numbers = await db.admin<{ seq: number }>(
    'select seq::int as seq from audit_entry where account_id = $1 order by seq',
    [account.id],
  )
  const { body } = await account.call('GET', '/audit-log?limit=3')
  const verified = await shellOf(
    { DATABASE_URL: db.url, SECRET_KEY, DATA_DIR: newDataDir() },
    'audit',
  )('verify')
  measure.least('uses of tokens', seen, 20)
  measure.none('tokens accepted past their life', accepted)
  measure.none('good tokens or writes refused', refused)
  measure.least('people who got their email', byPerson.size, people)
  measure.none(
    'emails sent twice',
    [...byPerson].filter(([, mails]) => mails.length > 1).map(([to]) => to),
  )
  measure.none('still waiting', Array.from({ length: await waiting() }))
  measure.none(
    'gaps in the numbers of the audit log',
    numbers.filter(({ seq }, at) => seq !== at + 1),
  )
  measure.none('audit log not by number', isDescending(body.entries) ? [] : [JSON.stringify(body.entries)])
  measure.most('exit code of audit verify', verified.code, 0)
  await server.goAway()
})

function isDescending(entries: { seq: number }[]): boolean {
  return entries.every(({ seq }, at) => at === 0 || seq < (entries[at - 1]?.seq ?? 0))
}
