import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { signIn, startTestService, type TestService } from '../support/service.ts'
import {
  addSignedInMember,
  createOwnedAccount,
  type MembersPage,
  type MembersVisitor,
  openSignedInBrowser,
} from './members-page.ts'

let running: TestService
// The database checks secrets by its own clock, so this one starts with the current time.
let now = new Date()
beforeAll(async () => {
  running = await startTestService({}, { clock: () => now })
})

const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

/** The credentials on a page that shows a secret. */
function credentialsOn(page: MembersPage): { clientId: string; clientSecret: string } {
  const [clientId = ''] = /m2m_us_[\w-]{32}/.exec(page.text) ?? []
  const [clientSecret = ''] = /tmb_secret_[\w-]{43}/.exec(page.text) ?? []
  return { clientId, clientSecret }
}

const reading = { scope: 'profiles:read' }

function make(owner: MembersVisitor, account: { id: string }, fields: Record<string, string> = {}) {
  const form = newPublicId()
  return owner.post('/clients/create', { account: account.id, form, name: 'CRM', ...reading, ...fields })
}

/** The id of the client's newest secret, from its form. */
async function newestOf(owner: MembersVisitor, account: { id: string }, clientId: string): Promise<string> {
  const page = await owner.get(`/clients/rotate?account=${account.id}&client=${clientId}`)
  return /name="newest" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
}

async function entriesOf({ id }: { id: string }, action: string) {
  return running.db.admin(
    `select actor_kind, actor_id, target_type, target_id, changes from audit_entry
      where account_id = $1 and action = $2 and actor_kind = 'member' order by seq`,
    [id, action],
  )
}

describe('a machine client', () => {
  test('200 creates it with the chosen scopes, and shows its secret on that page only', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const made = await make(owner, account, { name: 'Payroll <b>' })
    expect(made.status).toBe(200)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const client = credentialsOn(made)
    const [, claims = ''] = (await signIn(running.baseUrl, client)).split('.')
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ scope: 'profiles:read' })
    const list = await owner.get(`/clients?account=${account.id}`)
    expect(list.text).toContain('Payroll &lt;b>')
    expect(list.text).toContain(client.clientId)
    expect(list.text).toContain(`ends in ${client.clientSecret.slice(-4)}`)
    expect(list.text + running.logged()).not.toContain(client.clientSecret.slice(11))
    expect(
      await running.db.admin(`select 1 from machine_secret where last_four = $1`, [
        client.clientSecret.slice(-4),
      ]),
    ).toHaveLength(1)
    expect(await entriesOf(account, 'create_client')).toEqual([
      {
        actor_kind: 'member',
        actor_id: await owner.memberId(account),
        target_type: 'client',
        target_id: client.clientId,
        changes: { scopes: ['profiles:read'] },
      },
    ])
  })

  test('409 when its form is submitted again; 400 without a name or a scope', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const form = newPublicId()
    expect((await make(owner, account, { form })).status).toBe(200)
    const again = await make(owner, account, { form })
    expect([again.status, credentialsOn(again).clientSecret]).toEqual([409, ''])
    expect(again.text).toContain('This key has already been created')
    const nameless = await make(owner, account, { name: '  ', scope: 'account:read' })
    expect([nameless.status, nameless.text.includes('Enter a name')]).toEqual([400, true])
    const { account: id, ...rest } = { account: account.id, form: newPublicId(), name: 'Kept' }
    const bare = await owner.post('/clients/create', { account: id, ...rest })
    expect([bare.status, bare.text.includes('Choose at least one.')]).toEqual([400, true])
    expect(bare.text).toContain('value="Kept"')
    expect(await entriesOf(account, 'create_client')).toHaveLength(1)
  })

  test('has two valid secrets during a rotation, and only the new one after the chosen time', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const first = credentialsOn(await make(owner, account))
    const { clientId } = first
    pass(1_000)
    const newest = await newestOf(owner, account, clientId)
    const sent = { account: account.id, client: clientId, overlap: 'hour', newest }
    const rotated = await owner.post('/clients/rotate', sent)
    expect(rotated.text).toMatch(/The older secret works until \d+ \w+ \d{4} at \d\d:\d\d UTC\./)
    const second = credentialsOn(rotated)
    const tokens = () => Promise.all([first, second].map((one) => signIn(running.baseUrl, one).then(Boolean)))
    expect(second.clientSecret).not.toBe(first.clientSecret)
    expect(await tokens()).toEqual([true, true])
    expect((await owner.post('/clients/rotate', sent)).text).toContain('has had a new secret since')
    expect((await entriesOf(account, 'rotate_client')).length).toBe(1)
    // The database has its own clock, so its times are moved back by an hour.
    await running.db.admin(
      `update machine_secret set expires_at = now() - interval '1 second' where client_id = $1 and expires_at is not null`,
      [clientId],
    )
    expect(await tokens()).toEqual([false, true])
  })

  test('keeps the chosen one of two secrets, and none with an overlap of zero', {
    tags: 'long',
  }, async () => {
    const { account, owner } = await createOwnedAccount(running)
    const first = credentialsOn(await make(owner, account))
    const { clientId } = first
    const rotate = async (fields: Record<string, string>) => {
      pass(1_000)
      const newest = await newestOf(owner, account, clientId)
      return credentialsOn(
        await owner.post('/clients/rotate', { account: account.id, client: clientId, newest, ...fields }),
      )
    }
    const keep = await newestOf(owner, account, clientId)
    const second = await rotate({ overlap: 'week' })
    const third = await rotate({ overlap: 'week', keep })
    const works = (all: { clientId: string; clientSecret: string }[]) =>
      Promise.all(all.map((one) => signIn(running.baseUrl, one).then(Boolean)))
    expect(await works([first, second, third])).toEqual([true, false, true])
    const fourth = await rotate({ overlap: 'now' })
    expect(await works([first, third, fourth])).toEqual([false, false, true])
  })

  test('is revoked only after its name is typed; then its token and secret are refused', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const client = credentialsOn(await make(owner, account))
    const token = await signIn(running.baseUrl, client)
    const sent = { account: account.id, client: client.clientId }
    const wrong = await owner.post('/clients/revoke', { ...sent, name: 'crm' })
    expect([wrong.status, wrong.text.includes('That isn’t the name.')]).toEqual([400, true])
    expect(await signIn(running.baseUrl, client)).toBeTruthy()
    const revoked = await owner.post('/clients/revoke', { ...sent, name: ' CRM ' })
    expect([revoked.status, revoked.location]).toEqual([303, `/clients?account=${account.id}&done=revoked`])
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${running.baseUrl}/profiles`, { headers })).status).toBe(401)
    expect(await signIn(running.baseUrl, client)).toBeUndefined()
    expect(await entriesOf(account, 'revoke_client')).toMatchObject([{ target_id: client.clientId }])
    const list = await owner.get(revoked.location ?? '')
    expect(list.text).toContain('1 revoked key')
    expect((await owner.get(`/clients/rotate?account=${account.id}&client=${client.clientId}`)).status).toBe(
      404,
    )
  })

  test('shows when it was last used, and with which secret', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const client = credentialsOn(await make(owner, account))
    await signIn(running.baseUrl, client)
    await running.service.flushUses()
    pass(180_000)
    const list = await owner.get(`/clients?account=${account.id}`)
    expect(list.text).toContain('last used 3 minutes ago')
  })
})

describe('without permission', () => {
  test('without a secret of its own, such as the key of a connection, has no row for secrets', async () => {
    const { account, owner } = await createOwnedAccount(running)
    await account.call('POST', '/connection', { provider: 'greenhouse', name: 'Hiring' })
    const { text } = await owner.get(`/clients?account=${account.id}`)
    const [, row = ''] = /<li[^>]*>(?:(?!<li)[\s\S])*?Hiring([\s\S]*?)class="client-acts"/.exec(text) ?? []
    expect(row).toContain('Created')
    expect(row).not.toContain('Secrets')
  })

  test('403 for managers and users, who neither see nor change clients', async () => {
    const { account, owner } = await createOwnedAccount(running, 'Kestrel')
    const client = credentialsOn(await make(owner, account))
    for (const role of ['manager', 'user'] as const) {
      const member = await addSignedInMember(running, account, role)
      const page = await member.get(`/clients?account=${account.id}`)
      expect(page.status).toBe(403)
      expect(page.text).toContain('Only owners of Kestrel')
      expect(page.text).not.toContain(client.clientId)
      const sent = { account: account.id, client: client.clientId, name: 'CRM', overlap: 'now', newest: '' }
      const newest = await newestOf(owner, account, client.clientId)
      const answers = [
        await make(member, account),
        await member.post('/clients/rotate', { ...sent, newest }),
        await member.post('/clients/revoke', sent),
        await member.get(`/clients/revoke?account=${account.id}&client=${client.clientId}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
      expect(answers.some(({ text }) => text.includes('tmb_secret_'))).toBe(false)
    }
    expect(await signIn(running.baseUrl, client)).toBeTruthy()
  })

  test("404 for owners of other accounts; a client of another account looks like one that doesn't exist", async () => {
    const { account, owner } = await createOwnedAccount(running)
    const other = await createOwnedAccount(running)
    const client = credentialsOn(await make(owner, account))
    expect((await other.owner.get(`/clients?account=${account.id}`)).status).toBe(404)
    expect((await make(other.owner, account)).status).toBe(404)
    const sent = { account: other.account.id, client: client.clientId, name: 'CRM', overlap: 'now' }
    const newest = new Date().toISOString()
    expect((await other.owner.post('/clients/rotate', { ...sent, newest })).status).toBe(404)
    expect((await other.owner.post('/clients/revoke', sent)).status).toBe(404)
    expect(await signIn(running.baseUrl, client)).toBeTruthy()
  })

  test('403 for forms of other pages, other sites and other sessions; 303 to sign-in without a session', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const another = await openSignedInBrowser(running, owner.email)
    const refused = [
      await make(owner, account, { proof: '' }),
      await make(owner, account, { proof: 'x'.repeat(43) }),
    ]
    const body = new URLSearchParams({ account: account.id, name: 'CRM', ...reading })
    const foreign = await fetch(`${running.url}/clients/create`, {
      method: 'POST',
      body,
      redirect: 'manual' as const,
      headers: { cookie: another.cookie, origin: 'https://evil.example' },
    })
    expect([...refused.map(({ status }) => status), foreign.status]).toEqual([403, 403, 403])
    const nobody = await fetch(`${running.url}/clients`, { redirect: 'manual' })
    expect([nobody.status, nobody.headers.get('location')]).toEqual([303, '/sign-in?continue=clients'])
    expect(await entriesOf(account, 'create_client')).toEqual([])
  })

  test('403 for creating in a paused account, where revoking still works', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const client = credentialsOn(await make(owner, account))
    await running.db.admin('update account set paused = true where id = $1', [account.id])
    const refused = await make(owner, account)
    expect([refused.status, refused.text.includes('This account is paused.')]).toEqual([403, true])
    const sent = { account: account.id, client: client.clientId, name: 'CRM' }
    expect((await owner.post('/clients/revoke', sent)).status).toBe(303)
  })
})

describe("the navigation of a member's pages", () => {
  test('names the account, links to the others and keeps the chosen one', { tags: 'long' }, async () => {
    const { account, owner } = await createOwnedAccount(running, 'Northwind')
    const alone = await owner.get('/passkeys')
    expect(alone.text).toContain('<bdi class="account-name">Northwind</bdi>')
    expect(alone.text).not.toContain('?account=')
    const second = await running.account({ name: 'Blue Heron', owner: owner.email })
    for (const place of ['apps', 'members', 'clients', 'passkeys']) {
      const page = await owner.get(`/${place}?account=${second.id}`)
      expect(page.text).toContain('<bdi class="account-name">Blue Heron</bdi>')
      for (const other of ['apps', 'members', 'clients', 'passkeys']) {
        expect(page.text).toContain(`href="/${other}?account=${second.id}"`)
      }
      expect(page.text).toContain('href="/people">People<span class="figures">0</span></a>')
      const first = await owner.get(`/${place}?account=${account.id}`)
      expect(first.text).toContain('<bdi class="account-name">Northwind</bdi>')
    }
    expect((await owner.get('/apps')).text).toContain('href="/docs/connect"')
  })
})
