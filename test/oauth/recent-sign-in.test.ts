import { beforeAll, describe, expect, test } from 'vitest'
import { memberOperations } from '../../src/catalog.ts'
import type { MemberCaller } from '../../src/contract/caller.ts'
import { Failure } from '../../src/contract/failure.ts'
import { noLimits } from '../../src/contract/limits.ts'
import type { Access } from '../../src/contract/scope.ts'
import { createGate, type Gate } from '../../src/gate/gate.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { addSignedInMember, createOwnedAccount, type MembersVisitor } from './members-page.ts'
import { type CookieJar, requestCode, sendForm, sendWithJar, signInByEmail } from './sign-in-requests.ts'

let running: TestService
let gate: Gate
let now = new Date()
beforeAll(async () => {
  running = await startTestService({}, { clock: () => now })
  gate = createGate({
    ...running.service.parts,
    limits: noLimits,
    revocationsAreFresh: () => true,
    recordUse: () => {},
    wakeOutbox: () => {},
    noteEvents: () => {},
    checkOutputs: true,
  })
})

const minutes = 60_000
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

/** Gives someone access, or more of it. */
const gives = [
  ...['create_client', 'rotate_client', 'invite_member', 'change_member_role', 'require_passkey'],
  ...['add_sign_in_domain', 'prove_sign_in_domain', 'remove_sign_in_domain', 'require_identity_provider'],
  ...['set_oidc_provider', 'set_saml_provider', 'remove_identity_provider'],
]

test('every operation of members is listed here, with whether it needs a recent sign-in', () => {
  const needing = Object.values(memberOperations).filter(
    (one) => (one as Access & object as { signIn: string }).signIn === 'recent',
  )
  expect(needing.map(({ name }) => name).sort()).toEqual([...gives].sort())
})

describe.each(Object.values(memberOperations).map((one) => [one.name, one] as const))(
  '%s',
  (name, operation) => {
    const attempt = async (at: string | undefined) => {
      const { account, owner } = await createOwnedAccount(running)
      const signIn = at === undefined ? undefined : { at, byPasskey: false }
      const memberId = await owner.memberId(account)
      const caller: MemberCaller = { kind: 'member', accountId: account.id, region: 'us', memberId, signIn }
      const run = gate(operation as never, caller, {}, { id: 'request' })
      return run.then(
        () => 'done',
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      )
    }

    test('is refused after 16 minutes only if it gives access', async () => {
      const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
      const expected = gives.includes(name)
        ? expect.stringMatching(/^sign_in_too_old$/)
        : expect.not.stringMatching(/^sign_in_too_old$/)
      expect(await attempt(ago(16 * minutes))).toEqual(expected)
      expect(await attempt(undefined)).toEqual(expected)
      expect(await attempt(ago(14 * minutes))).not.toBe('sign_in_too_old')
    })
  },
)

describe('with a session of 16 minutes', () => {
  const old = async () => {
    const { account, owner } = await createOwnedAccount(running)
    const user = await addSignedInMember(running, account, 'user')
    pass(16 * minutes)
    return { account, owner, user }
  }
  const counts = async ({ id }: { id: string }) => {
    const [found] = await running.db.admin(
      `select (select count(*)::int from machine_client where account_id = $1) as clients,
          (select count(*)::int from machine_secret where account_id = $1) as secrets,
          (select string_agg(role, ' ' order by role) from member where account_id = $1) as roles`,
      [id],
    )
    return found
  }
  const away = (page: string) => [303, `/sign-in?continue=${page}&again=1`]
  const answer = async (sent: ReturnType<MembersVisitor['post']>) => {
    const { status, location } = await sent
    return [status, location]
  }

  test('no one can create or rotate a key, invite a member or change a role: 303 to sign-in', async () => {
    const { account, owner, user } = await old()
    const before = await counts(account)
    const about = { account: account.id }
    const key = { ...about, form: newPublicId(), name: 'CRM', scope: 'profiles:read' }
    expect(await answer(owner.post('/clients/create', key))).toEqual(away('clients'))
    const rotated = { ...about, client: 'none', overlap: 'now', newest: now.toISOString() }
    expect(await answer(owner.post('/clients/rotate', rotated))).toEqual(away('clients'))
    const invited = { ...about, invitee: 'mallory@example.com', role: 'owner' }
    expect(await answer(owner.post('/members/invite', invited))).toEqual(away('members'))
    const promoted = { ...about, member: await user.memberId(account), role: 'owner' }
    expect(await answer(owner.post('/members/role', promoted))).toEqual(away('members'))
    expect(await counts(account)).toEqual(before)
  })

  test('members can still be removed', async () => {
    const { account, owner, user } = await old()
    const member = await user.memberId(account)
    const removed = await owner.post('/members/remove', { account: account.id, member, state: 'accepted' })
    expect(removed.location).toContain('done=removed')
    expect(await counts(account)).toMatchObject({ roles: 'owner' })
  })
})

describe('signing in again', () => {
  const somebody = async () => {
    const email = `${newPublicId()}@test.test`
    const account = await running.account({ owner: email })
    const jar = await signInByEmail(running, email)
    pass(16 * minutes)
    return { email, account, jar }
  }
  const proofOn = (text: string) => /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const again = async (email: string, jar: CookieJar, address: string) => {
    const code = await requestCode(running, email, jar)
    return sendForm(running.url + address, { code }, jar)
  }

  test('returns to the form of a key, with the name and scopes that were entered', async () => {
    const { email, account, jar } = await somebody()
    const page = await sendWithJar(`${running.url}/clients`, { jar })
    const fields = { proof: proofOn(page.text), account: account.id, form: newPublicId() }
    const typed = { name: 'Payroll ü', scope: 'tags:manage' }
    const refused = await sendForm(`${running.url}/clients/create`, { ...fields, ...typed }, jar)
    const signIn = await sendWithJar(running.url + (refused.location ?? ''), { jar })
    expect(signIn.text).toContain('To continue, sign in again.')
    const back = await again(email, jar, refused.location ?? '')
    expect([back.status, back.location]).toEqual([303, `/clients?account=${account.id}`])
    const shown = await sendWithJar(running.url + (back.location ?? ''), { jar })
    expect(shown.text).toContain('You’re signed in again.')
    expect(shown.text).toContain('value="Payroll ü"')
    expect(shown.text).toMatch(/value="tags:manage"[^>]* checked|checked[^>]* value="tags:manage"/)
    expect(jar.has('draft')).toBe(false)
    const form = { ...fields, ...typed, proof: proofOn(shown.text) }
    expect((await sendForm(`${running.url}/clients/create`, form, jar)).text).toContain('tmb_secret_')
  })

  test("returns to the form of an invitation, which another person in the same browser doesn't see", async () => {
    const { email, account, jar } = await somebody()
    const page = await sendWithJar(`${running.url}/members`, { jar })
    const fields = {
      proof: proofOn(page.text),
      account: account.id,
      invitee: 'ada@example.com',
      role: 'manager',
    }
    const refused = await sendForm(`${running.url}/members/invite`, fields, jar)
    const other = `${newPublicId()}@test.test`
    await running.account({ owner: other })
    const theirs = new Map(jar)
    await again(other, theirs, '/sign-in')
    expect((await sendWithJar(`${running.url}/members`, { jar: theirs })).text).not.toContain(
      'ada@example.com',
    )
    const back = await again(email, jar, refused.location ?? '')
    const shown = await sendWithJar(running.url + (back.location ?? ''), { jar })
    expect(shown.text).toContain('value="ada@example.com"')
  })

  test('returns to an empty form if the choice of teams is too long to keep, not to an earlier one', async () => {
    const { email, account, jar } = await somebody()
    const page = await sendWithJar(`${running.url}/members`, { jar })
    const invite = (invitee: string, tags: readonly string[]) => {
      const fields = {
        proof: proofOn(page.text),
        account: account.id,
        invitee,
        role: 'coach',
        teams: 'chosen',
      }
      const body = new URLSearchParams([...Object.entries(fields), ...tags.map((tag) => ['tag', tag])])
      return sendWithJar(`${running.url}/members/invite`, { method: 'POST', body, jar })
    }
    await invite('earlier@example.com', [])
    const refused = await invite('ada@example.com', Array.from({ length: 100 }, newPublicId))
    const signIn = await sendWithJar(running.url + (refused.location ?? ''), { jar })
    expect(signIn.text.includes('Your choice is kept.')).toBe(false)
    const back = await again(email, jar, refused.location ?? '')
    const shown = await sendWithJar(running.url + (back.location ?? ''), { jar })
    expect([shown.status, shown.text.includes('earlier@example.com')]).toEqual([200, false])
  })

  test('returns to the row of a member, with the role that was chosen, and not to the invite form', async () => {
    const { email, account, jar } = await somebody()
    const ben = await addSignedInMember(running, account, 'user')
    const member = await ben.memberId(account)
    const page = await sendWithJar(`${running.url}/members`, { jar })
    const fields = { proof: proofOn(page.text), account: account.id, member, role: 'coach' }
    const refused = await sendForm(`${running.url}/members/role`, fields, jar)
    const signIn = await sendWithJar(running.url + (refused.location ?? ''), { jar })
    expect(signIn.text).toContain('That needs a sign-in within the last 15 minutes. Your choice is kept.')
    const back = await again(email, jar, refused.location ?? '')
    const shown = await sendWithJar(running.url + (back.location ?? ''), { jar })
    expect(shown.text).toContain(`“Coach” is selected for ${ben.email}: press “Change” to save it.`)
    const row = shown.text.split('<li').find((one) => one.includes(member)) ?? ''
    expect(row).toMatch(/<option[^>]*value="coach"[^>]*selected|<option[^>]*selected[^>]*value="coach"/)
    const invite = shown.text.slice(shown.text.indexOf('id="invite"'))
    expect(/<input[^>]*value="(\w+)"[^>]*checked|checked[^>]*value="(\w+)"/.exec(invite)?.[0]).toContain(
      'user',
    )
    const form = { ...fields, proof: proofOn(shown.text) }
    const sent = await sendForm(`${running.url}/members/role`, form, jar)
    const done = await sendWithJar(running.url + (sent.location ?? ''), { jar })
    expect(done.text).toContain(`${ben.email} is a coach now, and sees no one until you choose their teams.`)
    expect(done.text).toContain('href="/settings#coaches"')
  })

  test('never redirects elsewhere, whatever the cookies contain', async () => {
    for (const path of [
      '//evil.example',
      '/clients/../../x',
      '/members?x=%0d',
      'https://evil.example/clients',
    ]) {
      const { email, jar } = await somebody()
      const draft = Buffer.from(JSON.stringify({ email, path, fields: '' })).toString('base64url')
      jar.set('draft', draft)
      const back = await again(email, jar, '/sign-in?continue=clients&again=1')
      expect(back.location).toBe('/clients')
    }
  })
})
