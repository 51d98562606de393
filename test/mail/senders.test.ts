import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyDkim } from '../support/dkim.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let mail: Awaited<ReturnType<typeof startMailServer>>
/** The TXT records of the internet. */
const records = new Map<string, string[]>()
/** Names for which no name server answers. */
const silent = new Set<string>()
beforeAll(async () => {
  mail = await startMailServer({}, afterFile)
  running = await startTestService(
    {
      ...{ MAIL_URL: mail.url, RATE_LIMITS: '100000/100000' },
      MAIL_FROM: 'Timbre <no-reply@timbre.example>',
      MAIL_BOUNCE_ADDRESS: 'b@mail.timbre.example',
      MAIL_BOUNCE_SECRET: 's'.repeat(32),
    },
    {
      async lookUpTxt(name) {
        if (silent.has(name)) throw new Error('ETIMEOUT')
        return records.get(name) ?? []
      },
    },
  )
  tables = await openTables(running.db)
})

const newDomain = () => `northwind-${randomBytes(4).toString('hex')}.test`
const set = (account: TestAccount, address: string) => account.call('PUT', '/account/sender', { address })
const check = async (account: TestAccount) =>
  (await account.call('POST', '/account/sender/check')).body.sender
const statesOf = (sender: Json) =>
  Object.fromEntries(sender.records.map(({ record, state }: Json) => [record, state]))

/** Publishes what the account is told to. */
function publish(sender: Json, only: readonly string[] = ['ownership', 'dkim', 'dmarc']): void {
  for (const { record, name, value } of sender.records) if (only.includes(record)) records.set(name, [value])
}

/** An account whose sender is active. */
async function openSender(account: TestAccount, domain = newDomain()) {
  const { body } = await set(account, `people@${domain}`)
  publish(body.sender)
  return { domain, sender: await check(account) }
}

/** The look that is due an hour after the last one. */
async function look({ id }: TestAccount): Promise<void> {
  await tables.rows("update sender set check_at = now() - interval '1 minute' where account_id = $1", [id])
  await running.service.checkSenders()
}

const missingFor = ({ id }: TestAccount, days: number) =>
  tables.rows('update sender set missing_since = now() - make_interval(days => $2) where account_id = $1', [
    id,
    days,
  ])

async function invited(account: TestAccount, fields: object = {}) {
  const email = newEmail()
  const { body } = await account.call('POST', '/profile', { email, ...fields })
  expect((await account.call('POST', `/profile/${body.profile.id}/invite/email`)).status).toBe(204)
  await running.service.drainOutbox()
  const received = mail.received.find(({ to }) => to.includes(email))
  if (!received) throw new Error('The invite did not arrive.')
  return received
}

const fromOf = (raw: string) => /^From: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1]
const verified = (raw: string) => verifyDkim(raw, (name) => records.get(name)?.[0])

describe('a sender', () => {
  test('is used once both required records are there, and its emails are signed by its domain', async () => {
    const account = await running.account({ name: 'Northwind' })
    expect((await account.call('GET', '/account/sender')).body.sender).toMatchObject({
      state: 'none',
      records: [],
    })
    const domain = newDomain()
    const { status, body } = await set(account, `People@${domain.toUpperCase()}`)
    expect([status, body.sender.address, body.sender.state]).toEqual([200, `people@${domain}`, 'pending'])
    expect(statesOf(body.sender)).toEqual({
      ownership: 'unchecked',
      dkim: 'unchecked',
      spf: 'unchecked',
      dmarc: 'unchecked',
    })
    expect(fromOf((await invited(account)).raw)).toBe('Northwind <no-reply@timbre.example>')

    publish(body.sender, ['ownership'])
    records.set('mail.timbre.example', ['v=spf1 mx -all', 'other'])
    records.set(`_dmarc.${domain}`, ['v=DMARC1; p=reject; adkim=s'])
    expect(await check(account)).toMatchObject({ state: 'pending' })
    publish(body.sender, ['dkim'])
    const sender = await check(account)
    expect(sender).toMatchObject({ state: 'active', activeSince: expect.any(String), lostAt: null })
    expect(statesOf(sender)).toEqual({ ownership: 'found', dkim: 'found', spf: 'found', dmarc: 'found' })

    const { raw, from } = await invited(account, { firstName: 'Zoë' })
    expect(fromOf(raw)).toBe(`Northwind <people@${domain}>`)
    expect(from).toMatch(/^b\+[a-z2-7]{40}@mail\.timbre\.example$/)
    const signature = verified(raw)
    expect(signature).toMatchObject({ valid: true, domain })
    expect(signature.signed).toEqual(
      expect.arrayContaining([
        'from',
        'to',
        'subject',
        'date',
        'message-id',
        'list-unsubscribe',
        'list-unsubscribe-post',
      ]),
    )
    for (const changed of [
      raw.replace(/^Subject: ./m, 'Subject: X'),
      `${raw}x\r\n`,
      raw.replace('people@', 'peoplf@'),
    ])
      expect(verified(changed).valid).toBe(false)
    const audit = (await account.call('GET', '/audit-log?targetType=account')).body.entries
    expect(audit.map(({ action }: Json) => action)).toEqual(
      expect.arrayContaining(['set_sender', 'activate_sender']),
    )
  })

  test('keeps its records for another local part, and sends from the service again once it is removed', {
    tags: 'long',
  }, async () => {
    const account = await running.account()
    const { domain, sender } = await openSender(account)
    const changed = (await set(account, `jobs@${domain}`)).body.sender
    expect(changed).toMatchObject({ address: `jobs@${domain}`, state: 'active', records: sender.records })
    expect(fromOf((await invited(account)).raw)).toBe(`Test account <jobs@${domain}>`)
    const other = (await set(account, `jobs@${newDomain()}`)).body.sender
    expect(other.state).toBe('pending')
    expect(other.records[1].value).not.toBe(sender.records[1].value)
    expect((await account.call('DELETE', '/account/sender')).status).toBe(204)
    expect(fromOf((await invited(account)).raw)).toBe('Test account <no-reply@timbre.example>')
    expect(await tables.rows('select from sender where account_id = $1', [account.id])).toEqual([])
  })

  test('signs no codes and no notices of the service', async () => {
    const owner = newEmail()
    const account = await running.account({ owner })
    await openSender(account)
    await set(account, `people@${newDomain()}`)
    await openSender(account)
    await running.service.drainOutbox()
    const notices = mail.received.filter(({ to }) => to.includes(owner))
    expect(notices).toHaveLength(3)
    // A notice to an address that a token without profiles:read has replaced.
    const former = newEmail()
    const { body } = await account.call('POST', '/profile', { email: former })
    await account.call('POST', `/profile/${body.profile.id}/invite/email`)
    await running.service.drainOutbox()
    const writer = callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
    expect((await writer('PATCH', `/profile/${body.profile.id}`, { email: newEmail() })).status).toBe(200)
    await running.service.drainOutbox()
    const toFormer = mail.received.filter(({ to }) => to.includes(former))
    expect(toFormer).toHaveLength(2)
    const services = [...notices, ...toFormer.slice(1)].map(({ raw }) => [fromOf(raw), verified(raw).valid])
    expect(services).toEqual([
      ...Array(3).fill(['Timbre <no-reply@timbre.example>', false]),
      ['Test account <no-reply@timbre.example>', false],
    ])
  })
})

test('429 for more than ten new domains a day, and then another local part is still allowed', async () => {
  const account = await running.account()
  expect((await set(account, `people@${newDomain()}`)).status).toBe(200)
  // As eight more would have left it.
  await tables.rows("update message_tally set count = 9 where kind = 'sender-domain'")
  const late = await Promise.all([newDomain(), newDomain()].map((domain) => set(account, `people@${domain}`)))
  expect(late.map(({ status }) => status).sort()).toEqual([200, 429])
  const refused = late.find(({ status }) => status === 429)
  expect(refused?.body.error.code).toBe('rate_limited')
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  const { address } = late.find(({ status }) => status === 200)?.body.sender ?? {}
  expect((await set(account, address.replace('people', 'jobs'))).status).toBe(200)
})

describe('a record that is gone', () => {
  test('ends the use of the address within an hour, tells the owners, and brings it back when it is there again', async () => {
    const owner = newEmail()
    const account = await running.account({ owner })
    const { sender } = await openSender(account)
    const dkim = sender.records[1]
    const lose = async () => {
      await look(account)
      return (await account.call('GET', '/account/sender')).body.sender
    }
    silent.add(dkim.name)
    expect(await lose()).toMatchObject({ state: 'active' })
    silent.delete(dkim.name)
    for (const text of ['v=DKIM1; p=', dkim.value.replace('p=MII', 'p=XII'), `${dkim.value}; h=sha1`]) {
      records.set(dkim.name, [text])
      const lost = await lose()
      expect([lost.state, statesOf(lost).dkim]).toEqual(['lost', 'different'])
      records.set(dkim.name, [dkim.value])
      expect((await lose()).state).toBe('active')
    }
    records.set(dkim.name, [dkim.value, dkim.value])
    expect((await lose()).state).toBe('lost')
    records.delete(dkim.name)
    expect(statesOf(await lose())).toMatchObject({ dkim: 'missing', ownership: 'found' })
    expect(fromOf((await invited(account)).raw)).toBe('Test account <no-reply@timbre.example>')
    // One that it was set, and four that it was lost.
    expect(mail.received.filter(({ to }) => to.includes(owner))).toHaveLength(5)
    publish(sender)
    expect((await check(account)).state).toBe('active')
  })

  test('frees the domain after a week without its proof', async () => {
    const [former, next] = [await running.account(), await running.account()]
    const { domain, sender } = await openSender(former)
    const { body } = await set(next, `people@${domain}`)
    for (const { name, value } of body.sender.records.slice(0, 2))
      records.set(name, [...(records.get(name) ?? []), value])
    const refused = await next.call('POST', '/account/sender/check')
    expect([refused.status, refused.body.error.code]).toEqual([409, 'sender_domain_taken'])
    records.set(sender.records[0].name, [body.sender.records[0].value])
    await look(former)
    for (const days of [0, 6]) {
      await missingFor(former, days)
      await look(former)
      expect((await next.call('POST', '/account/sender/check')).status).toBe(409)
    }
    await missingFor(former, 7)
    await look(former)
    records.set(body.sender.records[1].name, [body.sender.records[1].value])
    expect(await check(next)).toMatchObject({ state: 'active' })
  })
})

describe('a hostile account', () => {
  test.each([
    ['people@timbre.example', 'that of the service'],
    ['people@mail.timbre.example', 'that of its return paths'],
    ['people@tirnbre.example', 'one that looks like it'],
    ['people@t\u0456mbre.example', 'one with a Cyrillic letter'],
    ['people@timbre.example.evil.test', 'one that begins with it'],
  ])('400 for %s: %s', async (address) => {
    const { status, body } = await set(await running.account(), address)
    expect([status, body.error.code]).toEqual([400, 'sender_domain_refused'])
  })

  test.each([
    'people',
    'people@localhost',
    'a@b@northwind.test',
    'Evil <people@northwind.test>',
    'people@northwind.test\r\nBcc: all@northwind.test',
    'people@northwind.test>, <x@y.test',
    '"quoted"@northwind.test',
    'people@[127.0.0.1]',
    `${'a'.repeat(65)}@northwind.test`,
    `people@${'a'.repeat(64)}.test`,
    '.people@northwind.test',
    'peo..ple@northwind.test',
    'people@northwind.12',
    'pe\u00f6ple@northwind.test',
  ])('400 for %j, which is no plain address', async (address) => {
    expect((await set(await running.account(), address)).status).toBe(400)
  })

  test('409 in a sandbox, and nobody proves a domain with the records of another account', async () => {
    const [victim, thief] = [await running.account(), await running.account()]
    const { domain } = await openSender(victim)
    const { body } = await set(thief, `ceo@${domain}`)
    expect(await check(thief)).toMatchObject({ state: 'pending' })
    expect(statesOf(await check(thief))).toMatchObject({ ownership: 'different', dkim: 'missing' })
    expect(body.sender.address).toBe(`ceo@${domain}`)
    expect(fromOf((await invited(thief)).raw)).toBe('Test account <no-reply@timbre.example>')
    await tables.rows("update account set mode = 'sandbox' where id = $1", [thief.id])
    const refused = await set(thief, `people@${newDomain()}`)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'sandbox_sender'])
  })

  test('writes no header with a sender name, and nothing but text with what its DNS says', async () => {
    const account = await running.account({ name: 'Northwind' })
    await tables.rows('update account set preferences = $2 where id = $1', [
      account.id,
      JSON.stringify({ senderName: 'Ada\r\nBcc: all@evil.test\r\n\r\n<b>" <root@evil.test>' }),
    ])
    const { domain, sender } = await openSender(account)
    const { raw, to } = await invited(account)
    expect(to).toHaveLength(1)
    expect(raw.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/im)
    expect(fromOf(raw)).toContain(`<people@${domain}>`)
    expect(verified(raw).valid).toBe(true)
    records.set(sender.records[0].name, [
      sender.records[0].value,
      `\u0000\u202e<script>${'x'.repeat(5_000)}`,
      ...Array(50).fill('y'),
    ])
    const [ownership] = (await check(account)).records
    expect([ownership.state, ownership.found.length]).toEqual(['found', 3])
    expect(ownership.found[1]).toMatch(/^\?\?<script>x{110}…$/)
  })

  test('403 without account:write, and its private key is nowhere but sealed', async () => {
    const account = await running.account()
    const { sender } = await openSender(account)
    expect(JSON.stringify(sender)).not.toContain('PRIVATE')
    const [{ key_sealed: sealed }] = (await tables.rows(
      'select key_sealed from sender where account_id = $1',
      [account.id],
    )) as [Json]
    expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY')
    expect(running.logged()).not.toMatch(/PRIVATE KEY|northwind-[0-9a-f]{8}\.test/)
  })
})
