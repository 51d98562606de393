import { beforeAll, describe, expect, test } from 'vitest'
import { signCall } from '../../src/identity/region-call.ts'
import { signingKey } from '../support/forge.ts'
import { type Regions, startRegions, type Zone, zones } from '../support/regions.ts'
import { startTestService } from '../support/service.ts'

let regions: Regions

beforeAll(async () => {
  regions = await startRegions()
})

type Call = { from: string; to: Zone; name: string; content: unknown }
type Changed = {
  secret?: string
  by?: Zone
  at?: Date
  body?: string
  header?: string
  signedFor?: Partial<Call>
}

const calls: Record<string, Call> = {
  messages: { from: 'eu', to: 'us', name: 'messages', content: { after: 0 } },
  directory: { from: 'eu', to: 'us', name: 'directory', content: { accounts: [] } },
  notice: { from: 'us', to: 'eu', name: 'notice', content: {} },
}
const call = calls.messages as Call

async function send(call: Call, changed: Changed = {}) {
  const body = Buffer.from(JSON.stringify(call.content))
  const { from, to, name } = { ...call, ...changed.signedFor }
  const signed = { from, to, name, body }
  // An unknown zone has no key, so it uses that of a known one.
  const key = await signingKey(regions[changed.by ?? zones.find((zone) => zone === from) ?? 'eu'])
  const signer = { secret: changed.secret ?? regions.secret, key }
  const authorization = changed.header ?? (await signCall(signer, signed, changed.at ?? now()))
  return fetch(`${regions[call.to].url}/internal/${call.name}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: changed.body ?? body,
    redirect: 'manual',
  })
}

const now = () => regions.us.service.parts.clock()

describe('a call between regions', () => {
  test.each(Object.values(calls))('is 200 with the secret: $name', async (one) => {
    expect((await send(one)).status).toBe(200)
  })

  test.each<[string, () => Changed]>([
    ['another secret', () => ({ secret: 'x'.repeat(40) })],
    ['another body', () => ({ body: '{"after":1}' })],
    ['no body', () => ({ body: '' })],
    ['a signature for another zone', () => ({ signedFor: { to: 'sea' } })],
    ['a signature for another call', () => ({ signedFor: { name: 'directory' } })],
    ['a zone that there is not', () => ({ signedFor: { from: 'mars' } })],
    ['its own zone', () => ({ signedFor: { from: 'us' } })],
    ['the key of another zone', () => ({ by: 'sea' })],
    ['a signature of an hour ago', () => ({ at: new Date(now().getTime() - 3_600_000) })],
    ['a signature of the day after', () => ({ at: new Date(now().getTime() + 86_400_000) })],
    ['the secret itself as a token', () => ({ header: `Bearer ${regions.secret}` })],
    ['an empty header', () => ({ header: '' })],
    ['a header of many bytes', () => ({ header: `Timbre-Region ${'a'.repeat(8_000)}` })],
  ])('is 401 with %s, and reveals nothing', async (_, changed) => {
    const response = await send(call, changed())
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('entries')
  })

  test('is 401 if replayed', async () => {
    const body = Buffer.from(JSON.stringify(call.content))
    const signer = { secret: regions.secret, key: await signingKey(regions.eu) }
    const header = await signCall(signer, { ...call, body }, now())
    expect((await send(call, { header })).status).toBe(200)
    expect((await send(call, { header })).status).toBe(401)
  })

  test('is 401 if replayed to another process of the region, or after a restart', async () => {
    const body = Buffer.from('{}')
    const signed = { from: 'us', to: 'eu', name: 'notice', body }
    const header = await signCall(
      { secret: regions.secret, key: await signingKey(regions.us) },
      signed,
      now(),
    )
    const other = await regions.eu.beside()
    const replay = async (url: string) => {
      const headers = { authorization: header, 'content-type': 'application/json' }
      return (await fetch(`${url}/internal/notice`, { method: 'POST', headers, body })).status
    }
    expect(await replay(regions.eu.url)).toBe(200)
    expect(await replay(other.url)).toBe(401)
    await regions.eu.stop()
    regions.eu = await regions.eu.again()
    expect(await replay(regions.eu.url)).toBe(401)
  })

  test('stores its nonce for some minutes, and each call removes expired ones', async () => {
    const rows = async () =>
      (await regions.eu.db.admin<{ n: number }>('select count(*)::int as n from region_nonce'))[0]?.n ?? 0
    const notice = calls.notice as Call
    await send(notice)
    expect(await rows()).toBeGreaterThan(0)
    regions.pass(200)
    for (let times = 0; times < 10; times += 1) await send(notice)
    expect(await rows()).toBeLessThanOrEqual(25)
    const old = 'select 1 from region_nonce where expires_at < $1'
    expect(await regions.eu.db.admin(old, [now()])).toEqual([])
  })

  test('is 401 from a region that claims to be another, including the authorization server', async () => {
    const member = { name: 'list_members', accountId: '0'.repeat(24), memberId: '0'.repeat(24) }
    const content = { ...member, input: {}, requestId: 'r' }
    const crossing: Call[] = [
      { from: 'us', to: 'eu', name: 'member', content: content },
      { from: 'eu', to: 'us', name: 'messages', content: { after: 0 } },
      {
        from: 'eu',
        to: 'us',
        name: 'directory-range',
        content: { after: '', upTo: null, lookedAt: 9e15, accounts: [] },
      } as Call,
    ]
    // `sea` has the shared secret, and its own key.
    for (const one of crossing) expect((await send(one, { by: 'sea' })).status, one.name).toBe(401)
  })

  test('is refused by the wrong region: only the authorization server sends notices', async () => {
    expect((await send({ from: 'sea', to: 'eu', name: 'notice', content: {} })).status).toBe(400)
    const member = { name: 'list_members', accountId: '0'.repeat(24), memberId: '0'.repeat(24) }
    const content = { ...member, input: {}, requestId: 'r' }
    expect((await send({ from: 'sea', to: 'eu', name: 'member', content: content })).status).toBe(400)
    expect((await send({ from: 'eu', to: 'sea', name: 'messages', content: { after: 0 } })).status).toBe(404)
  })

  test('records the use of apps in accounts of the calling zone only', async () => {
    const account = await regions.sea.account()
    const { grantId } = await regions.letIn(account, 'sea')
    const usedAt = async () => {
      const text = 'select last_used_at as at from app_grant where id = $1'
      return (await regions.us.db.admin<{ at: Date | null }>(text, [grantId]))[0]?.at
    }
    const used = { to: 'us', name: 'used', content: { grantIds: [grantId] } } as const
    expect((await send({ ...used, from: 'eu' })).status).toBe(200)
    expect(await usedAt()).toBeNull()
    expect((await send({ ...used, from: 'sea' })).status).toBe(200)
    expect(await usedAt()).not.toBeNull()
  })

  test('gives each zone only data of its own accounts, whatever it requests', async () => {
    const response = await send({ ...call, content: { after: 0, zone: 'sea' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ failure: { code: 'other_version' } })
  })

  test('cannot be read by a page in a browser', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      const response = await fetch(`${regions.us.url}/internal/messages`, {
        method,
        redirect: 'manual',
        headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
      })
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('leaves neither its body nor its signature in the logs', async () => {
    const secret = 'a-name-that-nobody-logs'
    const accounts = [{ accountId: '0'.repeat(24), version: 1, name: secret, paused: false, members: [] }]
    expect((await send({ from: 'eu', to: 'us', name: 'directory', content: { accounts } })).status).toBe(200)
    await send({ from: 'eu', to: 'us', name: 'directory', content: { accounts: [{ name: secret }] } })
    expect(regions.us.logged()).not.toContain(secret)
    expect(regions.us.logged()).not.toContain('Timbre-Region')
    expect(regions.us.logged()).not.toContain(regions.secret)
  })
})

test('a single region has no such endpoint: 404 for everyone', async () => {
  const alone = await startTestService({ REGION_SECRET: 's'.repeat(40) })
  const body = Buffer.from('{"after":0}')
  const signer = { secret: 's'.repeat(40), key: await signingKey(alone) }
  const authorization = await signCall(signer, { from: 'eu', to: 'us', name: 'messages', body }, new Date())
  for (const name of ['messages', 'directory', 'notice', 'member']) {
    const response = await fetch(`${alone.url}/internal/${name}`, {
      method: 'POST',
      body,
      headers: { authorization, 'content-type': 'application/json' },
    })
    expect(response.status).toBe(404)
  }
})
