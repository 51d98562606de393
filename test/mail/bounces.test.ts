import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createBounceRecorder } from '../../src/domain/bounce/record.ts'
import { createBounceToken } from '../../src/identity/bounce-token.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

const secret = 'the-secret-of-the-mail-server-of-this-test'
const day = 86_400_000
let running: TestService
let tables: Tables
let mail: Awaited<ReturnType<typeof startMailServer>>
let dir: string
let ahead = 0
beforeAll(async () => {
  mail = await startMailServer(
    {
      onRcptTo: ({ address }, _session, answer) =>
        answer(address.startsWith('refused') ? refusalNamedBy(address) : null),
    },
    afterFile,
  )
  dir = await mkdtemp(join(tmpdir(), 'timbre-reports-'))
  afterFile(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, 'new'))
  const environment = {
    ...{ MAIL_URL: mail.url, MAIL_FROM: 'no-reply@timbre.example' },
    MAIL_BOUNCE_ADDRESS: 'bounces@mail.timbre.example',
    ...{ MAIL_BOUNCE_SECRET: secret, MAIL_BOUNCE_DIR: dir, RATE_LIMITS: 'on' },
  }
  running = await startTestService(environment, { clock: () => new Date(Date.now() + ahead) })
  tables = await openTables(running.db)
})

type Invited = { account: TestAccount; profileId: string; email: string; returnPath: string }

/** Invites a new person; their mail server accepts the email. */
async function invite(account: TestAccount): Promise<Invited> {
  const email = newEmail()
  const { body } = await account.call('POST', '/profile', { email, firstName: 'Noor' })
  const profileId: string = body.profile.id
  expect((await account.call('POST', `/profile/${profileId}/invite/email`)).status).toBe(204)
  return { account, profileId, email, returnPath: (await mailTo(email)).at(-1)?.from ?? '' }
}

async function mailTo(email: string) {
  await running.service.drainOutbox()
  return mail.received.filter(({ to }) => to.includes(email))
}

/** What the mail server of a person writes back. */
function report(returnPath: string, fields = 'Action: failed\r\nStatus: 5.1.1'): string {
  return [
    ...[
      'From: MAILER-DAEMON@mx.example',
      `To: <${returnPath}>`,
      'Subject: Undelivered mail',
      'MIME-Version: 1.0',
    ],
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    ...['--b', 'Content-Type: text/plain', '', 'I am sorry.'],
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.example', ''],
    ...[`Final-Recipient: rfc822; secret-person@x.example`, fields, ''],
    ...['--b--', ''],
  ].join('\r\n')
}

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${running.url}/mail/bounces`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822', ...headers },
  })
}

const outcomeOf = async (response: Response) => [response.status, ((await response.json()) as Json).outcome]
const stateOf = async ({ account, profileId }: Invited): Promise<Json> =>
  (await account.call('GET', `/profiles/progress?profileIds=${profileId}`)).body.progress[0].invite
const resend = ({ account, profileId }: Invited, body?: object) =>
  account.call('POST', `/profile/${profileId}/invite/email`, body)

describe('a report that an email will never be delivered', () => {
  test('makes the person bounced, once, until someone tries the address again', async () => {
    const account = await running.account()
    const person = await invite(account)
    const { profileId, email, returnPath } = person
    expect(returnPath).toMatch(/^bounces\+[a-z2-7]{40}@mail\.timbre\.example$/)
    expect(await outcomeOf(await post(report(returnPath)))).toEqual([200, 'bounced'])

    expect(await stateOf(person)).toMatchObject({
      state: 'failed',
      bounced: true,
      sentAt: expect.any(String),
    })
    const bounced = await account.call('GET', '/profiles?status=bounced')
    expect(bounced.body.profiles.map(({ id }: Json) => id)).toEqual([profileId])
    const { messages } = (await account.call('GET', `/messages?profileId=${profileId}`)).body
    expect(messages).toMatchObject([
      {
        state: 'failed',
        failure: 'recipient',
        failureCode: '5.1.1',
        retryUntil: null,
        bouncedAt: expect.any(String),
      },
    ])
    const { events } = (await account.call('GET', '/events?types=invite.*')).body
    expect(events.map(({ type, data }: Json) => [type, data.reason, data.isReported])).toEqual([
      ['invite.sent', undefined, undefined],
      ['invite.failed', 'refused', true],
    ])
    expect(await outcomeOf(await post(report(returnPath)))).toEqual([200, 'ignored'])
    expect((await account.call('GET', '/events?types=invite.*')).body.events).toHaveLength(2)

    ahead += 2 * 60_000
    const refused = await resend(person)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'recipient_bounced'])
    const many = await account.call('POST', '/profiles/invite', { profileIds: [profileId], channel: 'email' })
    expect(many.body.data.results).toMatchObject([{ status: 'skipped', reason: 'recipient_bounced' }])
    expect(await mailTo(email)).toHaveLength(1)

    expect((await resend(person, { tryAgain: true })).status).toBe(204)
    expect(await mailTo(email)).toHaveLength(2)
    expect(await stateOf(person)).toMatchObject({ state: 'sent', bounced: false })
    // The report of the first email comes once more.
    expect(await outcomeOf(await post(report(returnPath)))).toEqual([200, 'ignored'])
    expect(await stateOf(person)).toMatchObject({ bounced: false })
  })

  test('concerns the address: another person of the account has it as well, a corrected one is written to', async () => {
    const account = await running.account()
    const other = await running.account()
    const person = await invite(account)
    await post(report(person.returnPath))
    ahead += 2 * 60_000
    const moved = newEmail()
    await account.call('PATCH', `/profile/${person.profileId}`, { email: moved })
    expect((await resend(person)).status).toBe(204)
    expect(await mailTo(moved)).toHaveLength(1)
    const same = await account.call('POST', '/profile', { email: person.email })
    expect((await resend({ ...person, profileId: same.body.profile.id })).status).toBe(409)
    // What another account sends is its own business.
    const elsewhere = await other.call('POST', '/profile', { email: person.email })
    expect((await resend({ ...person, account: other, profileId: elsewhere.body.profile.id })).status).toBe(
      204,
    )
  })

  test('ends reminders, and a policy of the server says nothing of the address', async () => {
    const account = await running.account({ preferences: { reminderDays: [3] } })
    const [bounced, refused, fine] = [await invite(account), await invite(account), await invite(account)]
    await post(report(bounced.returnPath))
    await post(report(refused.returnPath, 'Action: failed\r\nStatus: 5.7.1'))
    expect(await stateOf(refused)).toMatchObject({ state: 'failed', bounced: false })
    ahead += 2 * 60_000
    expect((await resend(refused)).status).toBe(204)
    await post(report((await mailTo(refused.email)).at(-1)?.from ?? '', 'Action: failed\r\nStatus: 5.6.0'))
    const noon = new Date(Date.now() + ahead)
    ahead +=
      3 * day + (new Date(noon).setUTCHours(12) - noon.getTime()) + day * Number(noon.getUTCHours() > 12)
    await running.service.sendReminders()
    expect(await mailTo(fine.email)).toHaveLength(2)
    expect(await mailTo(bounced.email)).toHaveLength(1)
    expect(await mailTo(refused.email)).toHaveLength(2)
  })

  test('comes too late for someone who has opened the link', async () => {
    const person = await invite(await running.account())
    await tables.rows('update invite set opened_at = now() where profile_id = $1', [person.profileId])
    expect(await outcomeOf(await post(report(person.returnPath)))).toEqual([200, 'bounced'])
    expect(await stateOf(person)).toMatchObject({ state: 'opened', bounced: false })
  })
})

/** `refused-550-5.7.1-…` is refused with 550 5.7.1. */
function refusalNamedBy(address: string): Error {
  const [, code, , status] = /^refused-(\d+)(-(\d\.\d\.\d))?-/.exec(address) ?? []
  return Object.assign(new Error(`${status ?? ''} no`.trim()), { responseCode: Number(code) })
}

test.each(['550-5.1.1'])('a refusal at once (%s) bounces the address too', bounces)
test.each(['550', '554-5.2.1'])('a refusal at once (%s) bounces the address too', { tags: 'long' }, bounces)

async function bounces(reply: string): Promise<void> {
  const account = await running.account()
  const { body } = await account.call('POST', '/profile', { email: `refused-${reply}-${newEmail()}` })
  await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  await running.service.drainOutbox()
  ahead += 2 * 60_000
  const again = await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  expect([again.status, again.body.error.code]).toEqual([409, 'recipient_bounced'])
  const { messages } = (await account.call('GET', '/messages')).body
  expect((await account.call('POST', `/message/${messages[0].id}/retry`)).status).toBe(200)
}

const blocksNothing = 'a refusal at once that is not about the address (%s) blocks no later email'
test.each(['550-5.1.8', '554'])(blocksNothing, isNotAboutTheAddress)
test.each(['554-5.7.1', '550-5.7.1'])(blocksNothing, { tags: 'long' }, isNotAboutTheAddress)

async function isNotAboutTheAddress(reply: string): Promise<void> {
  const account = await running.account()
  const { body } = await account.call('POST', '/profile', { email: `refused-${reply}-${newEmail()}` })
  await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  await running.service.drainOutbox()
  const { messages } = (await account.call('GET', '/messages')).body
  const failure = reply === '554' ? 'recipient' : 'policy'
  expect(messages).toMatchObject([{ state: 'failed', failure }])
  ahead += 2 * 60_000
  expect((await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
}

test('reports of a delay are counted, and change nothing else', async () => {
  const person = await invite(await running.account())
  for (const _ of Array(25)) await post(report(person.returnPath, 'Action: delayed\r\nStatus: 4.4.1'))
  const { messages } = (await person.account.call('GET', '/messages')).body
  expect(messages).toMatchObject([{ state: 'sent', delayReports: 20, bouncedAt: null }])
  expect(await stateOf(person)).toMatchObject({ state: 'sent', bounced: false })
})

test('a report of an email that was sent before its account came here from another region counts', async () => {
  const person = await invite(await running.account())
  const { parts } = running.service
  const { mail: sent } = parts.installation
  const recordWith = (former: Buffer) =>
    createBounceRecorder({
      ...parts,
      region: parts.installation.region,
      installation: {
        mail: { ...sent, key: Buffer.alloc(32, 7) },
        homes: { homeOf: (_, region) => region, formerKeysOf: () => ({ mail: [former], idempotency: [] }) },
      },
      noteEvents: () => {},
      log: { info: () => {} },
    })
  const raw = Buffer.from(report(person.returnPath))
  expect(await recordWith(Buffer.alloc(32, 8))(raw)).toBe('ignored')
  expect(await recordWith(sent.key)(raw)).toBe('bounced')
  expect(await stateOf(person)).toMatchObject({ state: 'failed' })
})

describe('a stranger', () => {
  const forges = 'forged reports at once, changes nothing and uses up nothing'
  test(`who sends 40 ${forges}`, () => sendsForged(40))
  test(`who sends 200 ${forges}`, { tags: 'long' }, () => sendsForged(200))

  async function sendsForged(count: number): Promise<void> {
    const account = await running.account()
    const person = await invite(account)
    const [{ id }] = (await tables.rows('select id from outbox where profile_id = $1', [
      person.profileId,
    ])) as [Json]
    const forged = [
      `bounces+${createBounceToken(Buffer.alloc(32), id)}@mail.timbre.example`,
      `bounces+${createBounceToken(running.service.parts.installation.mail.key, newPublicId())}@x.example`,
      person.returnPath.replace(/\+./, (start) => (start === '+a' ? '+b' : '+a')),
      'bounces@mail.timbre.example',
      `${id}@mail.timbre.example`,
    ]
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        post(report(forged[at % forged.length] ?? '')).then(outcomeOf),
      ),
    )
    expect(new Set(answers.map(String))).toEqual(new Set(['200,ignored']))
    expect(await stateOf(person)).toMatchObject({ state: 'sent', bounced: false })
    expect(await outcomeOf(await post(report(person.returnPath)))).toEqual([200, 'bounced'])
  }

  test('401 without the secret, with a wrong one, and 429 after many wrong ones, which the right one survives', async () => {
    const person = await invite(await running.account())
    const statuses = new Set<number>()
    for (const authorization of [
      '',
      'Bearer ',
      `Basic ${btoa(`x:${secret}x`)}`,
      ...Array(40).fill('Bearer wrong'),
    ])
      statuses.add((await post(report(person.returnPath), { authorization })).status)
    expect(statuses).toEqual(new Set([401, 429]))
    expect(await stateOf(person)).toMatchObject({ state: 'sent' })
    const basic = { authorization: `Basic ${btoa(`postfix:${secret}`)}` }
    expect(await outcomeOf(await post(report(person.returnPath), basic))).toEqual([200, 'bounced'])
  })

  test('413 for a message of more than a megabyte, 415 for a compressed one', async () => {
    expect((await post('x'.repeat(1_100_000))).status).toBe(413)
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect((await post(new Uint8Array(bomb), { 'content-encoding': 'gzip' })).status).toBe(415)
  })
})

test('503 while it is not recorded that the email was sent, so that the report is handed over again', async () => {
  const person = await invite(await running.account())
  await tables.rows(
    `update outbox set state = 'queued', leased_until = now() + interval '1 day', due_at = now() + interval '1 day'
      where profile_id = $1`,
    [person.profileId],
  )
  expect((await post(report(person.returnPath))).status).toBe(503)
  await writeFile(join(dir, 'new', 'early'), report(person.returnPath))
  await running.service.readBounces()
  expect(await readdir(join(dir, 'new'))).toEqual(['early'])
  await tables.rows(`update outbox set state = 'sent' where profile_id = $1`, [person.profileId])
  await running.service.readBounces()
  expect(await stateOf(person)).toMatchObject({ state: 'failed', bounced: true })
  expect(await readdir(join(dir, 'new'))).toEqual([])
})

test('a Maildir is emptied: reports count, and what is none is removed', async () => {
  const person = await invite(await running.account())
  const inNew = (name: string) => join(dir, 'new', name)
  await writeFile(inNew('1.report'), report(person.returnPath))
  await writeFile(inNew('2.large'), Buffer.alloc(3_000_000, 'x'))
  await symlink('/etc/hostname', inNew('3.link'))
  await mkdir(inNew('4.folder'))
  await running.service.readBounces()
  expect(await stateOf(person)).toMatchObject({ state: 'failed', bounced: true })
  expect(await readdir(join(dir, 'new'))).toEqual(['4.folder'])
})

test('no address of a report is in the log', () => {
  expect(running.logged()).toContain('bounces: bounced')
  expect(running.logged()).not.toMatch(/secret-person|bounces\+|@test\.test/)
})
