import { beforeAll, describe, expect, test } from 'vitest'
import { newAccountSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Json, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { changedRows, openTables, type Tables } from '../support/tables.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let shift = 0
beforeAll(async () => {
  running = await startTestService({}, { clock: () => new Date(Date.now() + shift) })
  tables = await openTables(running.db)
  account = await running.account()
})

const week = 7 * 24 * 3600 * 1000
const fresh = () => `invited.${newPublicId()}@test.test`

async function newProfile(fields: object = { email: fresh() }): Promise<{ id: string; email: string }> {
  const { body } = await account.call('POST', '/profile', fields)
  return { id: body.profile.id, email: body.profile.email }
}

async function emailsTo(
  email: string,
): Promise<{ body_text: string; body_html: string; message_id: string }[]> {
  await running.service.drainOutbox()
  return tables.rows(
    'select body_text, body_html, message_id from mailbox_message where recipient = $1 order by created_at, id',
    [email],
  )
}

/** Invites a person and reads the link from the email, as the person would. */
async function linkOf({ id, email }: { id: string; email: string }): Promise<string> {
  const answer = await account.call('POST', `/profile/${id}/invite/email`)
  expect(answer.status).toBe(204)
  const letter = (await emailsTo(email)).at(-1)
  const link = /http:\/\/localhost:\d+\/t\/\S+/.exec(letter?.body_text ?? '')?.[0]
  expect(link).toBeDefined()
  return link as string
}

const open = (link: string, method = 'POST') => fetch(link, { method, redirect: 'manual' })
const isAlive = async (link: string) => (await open(link)).status === 303

describe('POST /profile/{profileId}/invite/email', () => {
  test('204 without a body and one email with one link to the stored address', async () => {
    const profile = await newProfile()
    const answer = await account.call('POST', `/profile/${profile.id}/invite/email`)
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expect(answer.headers.get('content-type')).toBeNull()
    const sent = await emailsTo(profile.email)
    expect(sent).toHaveLength(1)
    expect(new Set(sent[0]?.body_text.match(/\/t\/\S+/g)).size).toBe(1)
    expect(sent[0]?.body_text).toContain(`${running.url}/t/us.tmb_link_`)
  })

  test('204 with an empty object as body', { tags: 'long' }, async () => {
    const { id } = await newProfile()
    expect((await account.call('POST', `/profile/${id}/invite/email`, {})).status).toBe(204)
  })

  test('400 without an email, with a malformed id, with fields; 403 unknown or of another account; no trace', {
    tags: 'long',
  }, async () => {
    const other = await running.account()
    const theirs = (await other.call('POST', '/profile', { email: fresh() })).body.profile.id
    const nameless = await newProfile({ firstName: 'Nobody' })
    const known = await newProfile()
    await running.service.drainOutbox()
    const before = await tables.dump()
    const cases: [number, string, unknown?][] = [
      [400, nameless.id],
      [400, 'malformed'],
      [400, known.id.toUpperCase()],
      [400, known.id, { email: 'else@test.test' }],
      [403, newPublicId()],
      [403, theirs],
    ]
    for (const [status, id, body] of cases) {
      const answer = await account.call('POST', `/profile/${id}/invite/email`, body)
      expect(answer.status, id).toBe(status)
      expectEnvelope(answer, id)
    }
    await running.service.drainOutbox()
    expect(changedRows(before, await tables.dump())).toEqual([])
  })

  test('a rollback sends nothing', async () => {
    const profile = await newProfile()
    await running.db.admin(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
    )
    await running.db.admin(
      `create constraint trigger late after insert on outbox deferrable initially deferred for each row execute function refuse()`,
    )
    const before = await tables.dump()
    const answer = await account.call('POST', `/profile/${profile.id}/invite/email`)
    expect(answer.status).toBe(500)
    expect(answer.body).toMatchObject({ code: 500, status: 'error', error: { message: expect.any(String) } })
    expect(answer.text).not.toMatch(/raise|refuse|trigger|\bno\b/)
    await running.db.admin('drop trigger late on outbox')
    expect(changedRows(before, await tables.dump())).toEqual([])
    expect(await emailsTo(profile.email)).toHaveLength(0)
  })

  test('an email is sealed in the outbox and removed after it was sent', async () => {
    const profile = await newProfile()
    const link = await linkOf(profile)
    const rows = await tables.rows<{ state: string; content_sealed: Buffer | null }>(
      'select state, content_sealed from outbox where profile_id = $1',
      [profile.id],
    )
    expect(rows).toEqual([{ state: 'sent', content_sealed: null }])
    const secret = link.slice(link.indexOf('tmb_link_'))
    expect(await tables.holding(secret)).toEqual({ mailbox_message: 1 })
  })

  test('ten concurrent invites leave one valid link', async () => {
    const profile = await newProfile()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => account.call('POST', `/profile/${profile.id}/invite/email`)),
    )
    for (const answer of answers) expect(answer.status).toBe(204)
    const links = (await emailsTo(profile.email)).map(
      (letter) => /http:\S+\/t\/\S+/.exec(letter.body_text)?.[0] ?? '',
    )
    expect(new Set(links).size).toBe(10)
    const alive = await Promise.all(links.map(isAlive))
    expect(alive.filter(Boolean)).toHaveLength(1)
  })
})

describe('an invite link', () => {
  test('GET, HEAD and OPTIONS fifty times change nothing, and it works afterwards', async () => {
    const link = await linkOf(await newProfile())
    const before = await tables.dump()
    for (let round = 0; round < 50; round += 1) {
      const answer = await open(link, ['GET', 'HEAD', 'OPTIONS'][round % 3])
      expect(answer.headers.get('set-cookie')).toBeNull()
      if (round % 3 === 0) expect(await answer.text()).not.toContain('@test.test')
    }
    expect(changedRows(before, await tables.dump())).toEqual([])
    expect(await isAlive(link)).toBe(true)
  })

  test('has headers against leaks: no referrer, no store, no index, no other host', async () => {
    const answer = await open(await linkOf(await newProfile()), 'GET')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  })

  test('can be opened repeatedly, and activates the profile once', { tags: 'long' }, async () => {
    const profile = await newProfile()
    const link = await linkOf(profile)
    expect((await account.call('GET', `/profile/${profile.id}`)).body.profile.state).toBe('pending')
    for (let round = 0; round < 3; round += 1) expect(await isAlive(link)).toBe(true)
    const { body } = await account.call('GET', `/profile/${profile.id}`)
    expect(body.profile.state).toBe('active')
    expect(body.profile.dateStarted).toBeNull()
    expect(
      (await account.call('GET', '/profiles?state=active&limit=100')).body.profiles.map(
        (one: Json) => one.id,
      ),
    ).toContain(profile.id)
  })

  test('expires seven days after its creation, to the second', { tags: 'long' }, async () => {
    const link = await linkOf(await newProfile())
    try {
      shift = week - 1_500
      expect(await isAlive(link)).toBe(true)
      shift = week + 1_000
      expect(await isAlive(link)).toBe(false)
    } finally {
      shift = 0
    }
    expect(await isAlive(link)).toBe(true)
  })

  test('is replaced by a newer one', { tags: 'long' }, async () => {
    const profile = await newProfile()
    const older = await linkOf(profile)
    const newer = await linkOf(profile)
    expect(await isAlive(older)).toBe(false)
    expect(await isAlive(newer)).toBe(true)
  })

  test('ends when the address changes, and with the profile', async () => {
    const moved = await newProfile()
    const gone = await newProfile()
    const [first, second] = [await linkOf(moved), await linkOf(gone)]
    await account.call('PATCH', `/profile/${moved.id}`, { email: fresh() })
    await account.call('DELETE', `/profile/${gone.id}`)
    expect(await isAlive(first)).toBe(false)
    expect(await isAlive(second)).toBe(false)
  })

  test('is no bearer token, and neither is its session', { tags: 'long' }, async () => {
    const link = await linkOf(await newProfile())
    const secret = link.slice(link.indexOf('tmb_link_'))
    const session = /take=([^;]+)/.exec((await open(link)).headers.get('set-cookie') ?? '')?.[1] ?? ''
    expect(session).toContain('tmb_take_')
    for (const token of [secret, `us.${secret}`, session]) {
      const answer = await fetch(`${running.baseUrl}/profiles`, {
        headers: { authorization: `Bearer ${token}`, cookie: `take=${session}` },
      })
      expect(answer.status).toBe(401)
    }
  })

  test('every invalid link shows the same page with the same status and starts nothing', async () => {
    const profile = await newProfile()
    const link = await linkOf(profile)
    const at = link.length - 5
    const flipped = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
    const random = (region: string, id = account.id) =>
      `${running.url}/t/${region}.${newAccountSecret('tmb_link_', id)}`
    const bad: Record<string, string> = {
      tampered: flipped,
      unknown: random('us'),
      'of another region': random('eu'),
      'of another region, but ours': link.replace('/t/us.', '/t/eu.'),
      'of an account that does not exist': random('us', newPublicId()),
    }
    // These are no links whatever exists, and say so.
    const broken: Record<string, string> = {
      truncated: link.slice(0, -10),
      'without a region': link.replace('/t/us.', '/t/'),
      'no link at all': `${running.url}/t/hello`,
      SQL: `${running.url}/t/us.tmb_link_'%20or%201=1--`,
    }
    const before = await tables.dump()
    const pages: Record<string, string> = {}
    for (const [name, address] of Object.entries({ ...bad, ...broken })) {
      for (const method of ['GET', 'POST']) {
        const answer = await open(address, method)
        const page = (await answer.text()).replaceAll(address.slice(address.indexOf('/t/')), '')
        expect(answer.headers.get('set-cookie'), name).toBeNull()
        pages[`${method} ${name}`] = `${answer.status} ${page.replace(/\/t\/[^"]*/g, '')}`
      }
    }
    for (const some of [bad, broken]) {
      const shown = Object.entries(pages).filter(([name]) => name.replace(/^\w+ /, '') in some)
      expect(
        new Set(shown.map(([, page]) => page)).size,
        JSON.stringify(shown.map(([name, page]) => [name, page.length])),
      ).toBe(1)
    }
    expect(changedRows(before, await tables.dump())).toEqual([])
  })

  test('sends a new one at most once a minute, and the page of one that works says nothing about it', async () => {
    const profile = await newProfile()
    const link = await linkOf(profile)
    const again = async (address: string) => {
      const answer = await fetch(address, { method: 'POST', body: new URLSearchParams({ again: '1' }) })
      return `${answer.status} ${(await answer.text()).replace(/\/t\/[^"]*/g, '')}`
    }
    const unknown = await again(`${running.url}/t/us.${newAccountSecret('tmb_link_', account.id)}`)
    expect(await again(link)).toBe(unknown)
    expect(await emailsTo(profile.email)).toHaveLength(1)
    try {
      shift = week + 1_000
      const answers = await Promise.all(Array.from({ length: 8 }, () => again(link)))
      // Those who asked while it was the newest, and those who asked after.
      for (const one of answers)
        expect(one === unknown || one.includes('A new link is on its way.')).toBe(true)
      expect(answers.some((one) => one.includes('A new link is on its way.'))).toBe(true)
      expect(await emailsTo(profile.email)).toHaveLength(2)
    } finally {
      shift = 0
    }
  })
})
