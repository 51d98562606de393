import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { expectEnvelope } from '../support/envelope.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'

const secretKey = randomBytes(32)
let running: TestService
let tables: Tables
let account: TestAccount
const issued: Record<string, string> = {}
const person = {
  email: 'canary.quillfeather@test.test',
  phone: '+4915199988877',
  firstName: 'Xanthippe',
  lastName: 'Quillfeather',
}

beforeAll(async () => {
  running = await startTestService({ LOG_LEVEL: 'debug', SECRET_KEY: secretKey.toString('base64url') })
  tables = await openTables(running.db)
  account = await running.account({ name: 'Account' })
  issued.clientSecret = account.clientSecret
  issued.token = account.token
  const { body } = await account.call('POST', '/profile', { ...person, customId: 'custom-canary' })
  const id = body.profile.id
  await account.call('POST', `/profile/${id}/invite/email`)
  await running.service.drainOutbox()
  const [letter] = await tables.rows<{ body_text: string }>('select body_text from mailbox_message')
  const link = /http:\S+\/t\/\S+/.exec(letter?.body_text ?? '')?.[0] ?? ''
  issued.link = link.slice(link.indexOf('tmb_link_'))
  const opened = await fetch(link, { method: 'POST', redirect: 'manual' })
  issued.session = /take=([^;]+)/.exec(opened.headers.get('set-cookie') ?? '')?.[1] ?? ''
  await refusalsThatCarryEverything(id, link)
})

/** Failing requests of all kinds with secrets and names in every place, because errors often leak into logs. */
async function refusalsThatCarryEverything(id: string, link: string): Promise<void> {
  const { email, firstName, lastName } = person
  await account.call('GET', `/profiles?search=${firstName}%20${lastName}`)
  await account.call('GET', `/profiles?${email}=1`)
  await account.call('GET', `/nothing/${firstName}/${email}?token=${account.token}`)
  await account.call('GET', `/profile/${firstName}`)
  await account.call('GET', `/profile/%zz${firstName}`)
  await account.call('POST', '/profile', { email: `${firstName} ${lastName}`, [email]: 1 })
  await account.call('POST', '/profile', `{"${firstName}": `)
  await account.call('POST', `/profile/${id}/invite/email?to=${email}`)
  await account.call('GET', '/test', undefined, {
    authorization: `Bearer ${account.token}x`,
    cookie: `take=${issued.session}`,
  })
  await fetch(`${running.baseUrl}/auth`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: account.clientId,
      client_secret: `${account.clientSecret}x`,
    }),
  })
  await fetch(`${link}x?from=${email}`)
  await fetch(`${running.url}/take`, { headers: { cookie: `take=${issued.session}`, referer: link } })
  await fetch(`${running.url}/${firstName}/${email}`)
  await running.db.admin('alter table profile add constraint broken check (phone is null) not valid')
  const broken = await account.call('POST', '/profile', {
    ...person,
    email: `other.${email}`,
    phone: '+4915199988876',
  })
  await running.db.admin('alter table profile drop constraint broken')
  expect(broken.status).toBe(500)
  expect(broken.text).not.toMatch(/broken|constraint|Xanthippe|profile"|at \w+ \(/)
}

test('every secret was issued as expected', () => {
  expect(issued.clientSecret).toMatch(/^tmb_secret_/)
  expect(issued.link).toMatch(/^tmb_link_/)
  expect(issued.session).toMatch(/^tmb_take_/)
})

test('no secret is in clear text in any table, except for links in the demo’s mailbox', async () => {
  for (const [name, secret] of Object.entries(issued)) {
    const bare = secret.replace(/^tmb_[a-z]+_/, '')
    const forms = [
      bare,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      Buffer.from(bare, 'base64url').toString('hex'),
    ]
    for (const form of forms) {
      const holding = await tables.holding(form)
      delete holding.mailbox_message
      expect(holding, name).toEqual({})
    }
  }
  expect(await tables.holding(issued.link ?? '')).toEqual({ mailbox_message: 1 })
})

test('the private halves of the signing keys are sealed', async () => {
  const rows = await tables.rows<{ public_jwk: object; private_sealed: Buffer }>(
    'select public_jwk, private_sealed from signing_key',
  )
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    expect(row.public_jwk).not.toHaveProperty('d')
    expect(row.private_sealed.toString('latin1')).not.toMatch(/"d"|"kty"|P-256/)
  }
  expect(await tables.holding(secretKey.toString('hex'))).toEqual({})
})

test('the log has a line for every request and an error with its cause, and no names and no secrets', () => {
  const log = running.logged()
  expect(log).toContain('"route":"/api/v4/profile/:profileId/invite/email"')
  expect(log).toContain('"level":"error"')
  for (const [name, secret] of Object.entries(issued)) {
    expect(log.includes(secret), name).toBe(false)
    expect(log.includes(secret.slice(-20)), name).toBe(false)
  }
  const [local = ''] = person.email.split('@')
  for (const text of [...Object.values(person), local, '@test.test', 'custom-canary', account.clientSecret]) {
    const at = log.indexOf(text)
    expect(at < 0 ? '' : log.slice(at - 300, at + 100), text).toBe('')
  }
  for (const line of log.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})

test('500 is the envelope with a request id that is in the log', async () => {
  await running.db.admin('alter table profile add constraint broken check (phone is null) not valid')
  const answer = await account.call('POST', '/profile', { phone: '+4915199988875' })
  await running.db.admin('alter table profile drop constraint broken')
  expect(answer.status).toBe(500)
  expectEnvelope({ ...answer, status: 400, body: { ...answer.body, code: 400 } }, '500')
  expect(running.logged()).toContain(answer.body.error.requestId)
})
