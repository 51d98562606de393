import { beforeAll, describe, expect, test } from 'vitest'
import type { Membership } from '../../src/contract/authorization.ts'
import type { Role } from '../../src/contract/role.ts'
import { connectApp } from '../../src/domain/app/connect.ts'
import { listMemberships } from '../../src/identity/people/memberships.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Consent, createAppGranter, type Delegate, type GrantApp } from '../support/delegates.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { insertTestReportLink } from '../support/test-rows.ts'
import { addSignedInMember, createOwnedAccount, membersOf, openSignedInBrowser } from './members-page.ts'

let running: TestService
let grantApp: GrantApp
beforeAll(async () => {
  running = await startTestService()
  grantApp = await createAppGranter(running)
})

const statusOf = async ({ call }: Pick<Delegate, 'call'>) => {
  const { status, body } = await call('GET', '/test')
  return status === 200 ? 200 : [status, body.error.code]
}
const dead = [401, 'token_invalid']

async function grantsOf(memberId: string) {
  return running.db.admin<{ id: string; reason: string | null }>(
    'select id, revoke_reason as reason from app_grant where member_id = $1 order by created_at, id',
    [memberId],
  )
}

describe('an app of a removed member', () => {
  test.each(['by an owner', 'by leaving'])(
    '401 for its next request, %s, and no way to restore it',
    async (way) => {
      const { account, owner } = await createOwnedAccount(running)
      const app = await grantApp(account, { role: 'user', scopes: ['profiles:read'] })
      const other = await grantApp(account, { role: 'user', scopes: ['profiles:read'] })
      expect([await statusOf(app), await statusOf(other)]).toEqual([200, 200])
      const fields = { account: account.id, member: app.memberId, state: 'accepted' }
      const by =
        way === 'by leaving' ? await openSignedInBrowser(running, `${app.personId}@test.test`) : owner
      expect((await by.post('/members/remove', fields)).status).toBe(303)
      expect([await statusOf(app), await statusOf(other)]).toEqual([dead, 200])
      expect((await fetch(`${running.baseUrl}/test`, bearer(await app.issueToken()))).status).toBe(401)
      expect(await grantsOf(app.memberId)).toEqual([{ id: app.grantId, reason: 'member_removed' }])
      const [refused] = await running.db.admin('select kind from revocation where id = $1', [app.grantId])
      expect(refused).toEqual({ kind: 'grant' })
      // Invited and accepted again, they are a new member, and the old consent stays invalid.
      await running.db.admin(
        `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, $2, $3, 'owner', now(), now())`,
        [account.id, newPublicId(), `${app.personId}@test.test`],
      )
      expect(await statusOf(app)).toEqual(dead)
    },
  )

  test('is revoked with an audit entry in the transaction of the removal', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const app = await grantApp(account, { role: 'user', scopes: ['profiles:read'] })
    await owner.post('/members/remove', { account: account.id, member: app.memberId, state: 'accepted' })
    const entries = await running.db.admin(
      `select actor_kind, actor_id, action, target_type, target_id, changes from audit_entry
        where account_id = $1 order by seq desc limit 2`,
      [account.id],
    )
    const actor = { actor_kind: 'member', actor_id: await owner.memberId(account) }
    expect(entries.reverse()).toEqual([
      {
        ...actor,
        action: 'remove_member',
        target_type: 'member',
        target_id: app.memberId,
        changes: { role: 'user' },
      },
      {
        ...actor,
        action: 'disconnect_app',
        target_type: 'app',
        target_id: app.grantId,
        changes: { clientId: app.clientId, reason: 'member_removed' },
      },
    ])
  })

  test('keeps its access to their other accounts, and the next consent offers only these', async () => {
    const [first, second] = [await createOwnedAccount(running), await createOwnedAccount(running)]
    const app = await grantApp(first.account, { role: 'user', scopes: ['profiles:read'] })
    const email = `${app.personId}@test.test`
    const memberId = newPublicId()
    await running.db.admin(
      `insert into member (account_id, id, email, role, created_at, accepted_at)
       values ($1, $2, $3, 'user', now(), now())`,
      [second.account.id, memberId, email],
    )
    const by = { personId: app.personId, memberId }
    const elsewhere = await grantApp(second.account, { by, scopes: ['profiles:read'] })
    await first.owner.post('/members/remove', {
      account: first.account.id,
      member: app.memberId,
      state: 'accepted',
    })
    expect([await statusOf(app), await statusOf(elsewhere)]).toEqual([dead, 200])
    expect((await offered(email)).map(({ accountId }) => accountId)).toEqual([second.account.id])
  })

  test('never outlives a removal that is concurrent with the consent', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { account, owner } = await createOwnedAccount(running)
      const { personId, memberId } = await grantApp(account, { role: 'user', scopes: ['profiles:read'] })
      const [removed] = await Promise.all([
        owner.post('/members/remove', { account: account.id, member: memberId, state: 'accepted' }),
        connect(account.id, personId, memberId).catch(() => undefined),
      ])
      expect(removed.status).toBe(303)
      for (const { reason } of await grantsOf(memberId)) expect(reason).toBe('member_removed')
    }
  })
})

describe('an app of a member with a lower role', () => {
  test('401 if it has more scopes than the new role permits, 200 if not', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const wide = await grantApp(account, { role: 'owner', scopes: ['profiles:read', 'account:write'] })
    const { personId, memberId } = wide
    const consent: Consent = { by: { personId, memberId }, scopes: ['profiles:read', 'profiles:write'] }
    const [middle, narrow] = [
      await grantApp(account, consent),
      await grantApp(account, { ...consent, scopes: ['profiles:read', 'account:read'] }),
    ]
    const all = async () => [await statusOf(wide), await statusOf(middle), await statusOf(narrow)]
    const change = async (role: Role) =>
      (await owner.post('/members/role', { account: account.id, member: memberId, role })).status
    expect(await all()).toEqual([200, 200, 200])
    expect([await change('manager'), await all()]).toEqual([303, [dead, 200, 200]])
    expect([await change('user'), await all()]).toEqual([303, [dead, dead, 200]])
    // Restoring a role does not restore apps: each must be authorized again.
    expect([await change('owner'), await all()]).toEqual([303, [dead, dead, 200]])
    const reasons = Object.fromEntries((await grantsOf(memberId)).map(({ id, reason }) => [id, reason]))
    expect(reasons).toEqual({
      [wide.grantId]: 'role_changed',
      [middle.grantId]: 'role_changed',
      [narrow.grantId]: null,
    })
  })
})

describe('a member who becomes a coach', () => {
  test('keeps their app, which shows their teams only, and loses what they have shared', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const { body: tag } = await account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
    const add = async (firstName: string, tagIds: string[]) =>
      (await account.call('POST', '/profile', { firstName, email: `${firstName}@test.test`, tagIds })).body
        .profile.id
    const [ada] = [await add('Ada', [tag.tag.id]), await add('Ben', [])]
    const app = await grantApp(account, { role: 'user', scopes: ['profiles:read', 'tags:manage'] })
    const reportLink = await insertTestReportLink(running.db, account.id, ada)
    await running.db.admin('update report_link set member_id = $1 where id = $2', [app.memberId, reportLink])
    const seen = async () =>
      (await app.call('GET', '/profiles')).body.profiles.map(({ id }: { id: string }) => id)
    const change = async (role: Role) =>
      (await owner.post('/members/role', { account: account.id, member: app.memberId, role })).status
    expect([(await seen()).length, await change('coach'), await seen()]).toEqual([2, 303, []])
    const teams = { tagIds: [tag.tag.id] }
    expect((await account.call('PUT', `/coach/${app.memberId}/teams`, teams)).status).toBe(200)
    expect(await seen()).toEqual([ada])
    const [link] = await running.db.admin('select revoked_at from report_link where id = $1', [reportLink])
    expect(link?.revoked_at).not.toBeNull()
    // One who becomes a coach again begins without teams.
    expect([await change('user'), (await seen()).length, await change('coach'), await seen()]).toEqual([
      303,
      2,
      303,
      [],
    ])
    expect((await owner.get('/members')).text).toContain('Coach')
  })

  test('is invited as one by owners, not by managers, and can leave', async () => {
    const { account, owner } = await createOwnedAccount(running)
    const manager = await addSignedInMember(running, account, 'manager')
    const invite = async (by: typeof owner) =>
      (
        await by.post('/members/invite', {
          account: account.id,
          invitee: `${newPublicId()}@test.test`,
          role: 'coach',
        })
      ).status
    expect([await invite(manager), await invite(owner)]).toEqual([403, 303])
    const coach = await addSignedInMember(running, account, 'coach')
    const page = (await coach.get(`/members?account=${account.id}`)).text
    expect([page.includes(coach.email), page.includes(owner.email), page.includes(manager.email)]).toEqual([
      true,
      false,
      false,
    ])
    const self = await coach.memberId(account)
    expect(
      (await coach.post('/members/remove', { account: account.id, member: self, state: 'accepted' })).status,
    ).toBe(303)
  })
})

describe('the teams of a coach who is invited', () => {
  const link = 'href="/settings#coaches"'
  async function openTeams() {
    const { account, owner } = await createOwnedAccount(running)
    const { body: tag } = await account.call('POST', '/tag', { label: 'Sales', color: 'blue' })
    const add = async (firstName: string, tagIds: string[]) =>
      (await account.call('POST', '/profile', { firstName, email: `${newPublicId()}@test.test`, tagIds }))
        .body.profile.id as string
    const [ada, ben] = [await add('Ada', [tag.tag.id]), await add('Ben', [])]
    const { body: saved } = await account.call('POST', '/saved-team', { name: 'Launch', profileIds: [ben] })
    await add('Cleo', [])
    return { account, owner, people: [ada, ben].toSorted(), tag: tag.tag.id, team: saved.savedTeam.id }
  }
  const coachRow = (text: string, email: string) =>
    text
      .split('row member-row')
      .slice(1)
      .find((one) => one.includes(email)) ?? ''

  test('are chosen with the invitation, so they see their people at once when they accept', async () => {
    const { account, owner, people, tag, team } = await openTeams()
    const form = (await owner.get('/members')).text
    for (const name of ['Sales', 'Launch']) expect(form).toMatch(new RegExp(`<bdi>${name}</bdi>`))
    const email = `${newPublicId()}@test.test`
    const fields = { account: account.id, invitee: email, role: 'coach', teams: 'chosen', tag, team }
    const sent = await owner.post('/members/invite', fields)
    const page = (await owner.get(sent.location ?? '')).text
    expect(page).toContain(`Teams of ${email}: Launch and Sales.`)
    expect(coachRow(page, email)).toContain('Sees the people of Launch and Sales.')
    expect(page).not.toContain(link)
    const coach = await openSignedInBrowser(running, email)
    const accepted = await coach.post('/members/accept', { account: account.id })
    const shown = (await coach.get(accepted.location ?? '')).text
    expect(shown).toContain('You see the people of Launch and Sales.')
    expect(shown).toContain('href="/people">See your people</a>')
    const by = { personId: coach.personId, memberId: await coach.memberId(account) }
    const app = await grantApp(account, { role: 'coach', by, scopes: ['profiles:read'] })
    const seen = (await app.call('GET', '/profiles')).body.profiles.map(({ id }: { id: string }) => id)
    expect(seen.toSorted()).toEqual(people)
    const changes = await running.db.admin<{ action: string; changes: object }>(
      'select action, changes from audit_entry where account_id = $1 and target_id = $2 order by seq',
      [account.id, by.memberId],
    )
    expect(changes.map(({ action, changes }) => [action, changes])).toEqual([
      ['invite_member', { role: 'coach' }],
      ['set_coach_teams', { added: [tag], removed: [] }],
      ['set_coach_teams', { savedTeams: { added: [team], removed: [] } }],
      ['accept_membership', { role: 'coach' }],
    ])
    // What is about teams is for owners and the coach.
    const manager = await addSignedInMember(running, account, 'manager')
    expect((await manager.get('/members')).text).not.toMatch(/Sales|Launch|Sees the people/)
  })

  test('may be chosen later: the page and the email to the owners say that they see no one', async () => {
    const { account, owner } = await openTeams()
    const email = `${newPublicId()}@test.test`
    const sent = await owner.post('/members/invite', {
      ...{ account: account.id, invitee: email, role: 'coach', teams: 'chosen' },
    })
    const page = (await owner.get(sent.location ?? '')).text
    expect(page).toContain(`${email} sees no one until you choose their teams.`)
    expect(page).toContain(link)
    expect(coachRow((await owner.get('/members')).text, email)).toContain('No teams yet, so they see no one.')
    const coach = await openSignedInBrowser(running, email)
    const accepted = await coach.post('/members/accept', { account: account.id })
    const shown = (await coach.get(accepted.location ?? '')).text
    expect(shown).toContain('You see no one until an owner chooses your teams.')
    expect(shown).not.toContain(link)
    await running.service.drainOutbox()
    const box = await (await fetch(`${running.url}/dev/mailbox.json?to=${owner.email}`)).json()
    expect((box as { text: string }[])[0]?.text).toContain(
      'They see no one until you choose their teams: in Settings, under Coaches.',
    )
  })

  test('stay when they are invited again, unless others are chosen or the role changes', async () => {
    const { account, owner, tag, team } = await openTeams()
    const email = `${newPublicId()}@test.test`
    const invite = async (fields: Record<string, string>) => {
      await running.db.admin(
        `update member set invitation_expires_at = now() + interval '1 day' where account_id = $1 and email = $2`,
        [account.id, email],
      )
      const sent = await owner.post('/members/invite', { account: account.id, invitee: email, ...fields })
      return [
        sent.status,
        coachRow((await owner.get('/members')).text, email).match(/Sees the people of ([^.<]*)/)?.[1],
      ]
    }
    const offered = { role: 'coach', teams: 'chosen' }
    expect(await invite({ ...offered, tag })).toEqual([303, 'Sales'])
    expect(await invite({ role: 'coach' })).toEqual([303, 'Sales'])
    expect(await invite({ ...offered, team })).toEqual([303, 'Launch'])
    expect(await invite({ ...offered, team: newPublicId() })).toEqual([404, 'Launch'])
    // The browser sends what was checked before another role was chosen.
    expect(await invite({ ...offered, role: 'user', team })).toEqual([303, undefined])
    expect(await invite({ role: 'coach' })).toEqual([303, undefined])
  })

  test('stay when an invitation that was repeated too soon is sent again from the page that says so', async () => {
    const { account, owner, tag } = await openTeams()
    const email = `${newPublicId()}@test.test`
    const invite = (fields: Record<string, string>) =>
      owner.post('/members/invite', { account: account.id, invitee: email, role: 'coach', ...fields })
    await invite({ teams: 'chosen', tag })
    // As "Invite again" in their row does, which has no boxes.
    const refused = await invite({})
    expect([refused.status, refused.text.includes('invited less than a minute ago')]).toEqual([429, true])
    await running.db.admin(
      `update member set invitation_expires_at = now() + interval '1 day' where account_id = $1 and email = $2`,
      [account.id, email],
    )
    expect((await owner.post('/members/invite', inviteFormOf(refused.text))).status).toBe(303)
    expect(coachRow((await owner.get('/members')).text, email)).toContain('Sees the people of Sales.')
  })

  test('are named for the account that was accepted, and for nothing else that an address says', async () => {
    const { account, owner, tag } = await openTeams()
    const email = `${newPublicId()}@test.test`
    const fields = { account: account.id, invitee: email, role: 'coach', teams: 'chosen', tag }
    await owner.post('/members/invite', fields)
    const coach = await openSignedInBrowser(running, email)
    const accepted = await coach.post('/members/accept', { account: account.id })
    const confirmation = 'See your people</a>'
    expect((await coach.get(accepted.location ?? '')).text).toContain(confirmation)
    // An account of another region can't be shown yet, so the page shows this one.
    for (const query of ['done=accepted', `done=accepted&member=${newPublicId()}`, 'done=left']) {
      const { status, text } = await coach.get(`/members?${query}`)
      expect([status, text.includes(confirmation)], query).toEqual([200, false])
    }
    for (const done of ['__proto__', 'constructor', '__defineGetter__'])
      expect((await coach.get(`/members?done=${done}`)).status, done).toBe(200)
  })

  test('that are gone or too many are refused in a sentence, and the others stay checked', async () => {
    const { account, owner, tag } = await openTeams()
    const fields = {
      account: account.id,
      invitee: `${newPublicId()}@test.test`,
      role: 'coach',
      teams: 'chosen',
    }
    const gone = await owner.post('/members/invite', { ...fields, tag, team: newPublicId() })
    expect([gone.status, gone.text.includes('One of these teams no longer exists. Choose again.')]).toEqual([
      404,
      true,
    ])
    const box = gone.text.match(/<input[^>]*name="tag"[^>]*>/)?.[0]
    expect([box?.includes(tag), box?.includes('checked')]).toEqual([true, true])
    const foreign = await openTeams()
    expect((await owner.post('/members/invite', { ...fields, tag: foreign.tag })).status).toBe(404)
    expect(await membersOf(running, account)).toHaveLength(1)
  })
})

/** What the invite form of a page sends if nothing is changed in it. */
function inviteFormOf(page: string): Record<string, string> {
  const inputs = page.slice(page.indexOf('id="invite"')).match(/<input[^>]*>/g) ?? []
  const attributeOf = (input: string, name: string) =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? ''
  const sent = inputs.filter((input) => !/type="(radio|checkbox)"/.test(input) || /\bchecked\b/.test(input))
  return Object.fromEntries(sent.map((input) => [attributeOf(input, 'name'), attributeOf(input, 'value')]))
}

/** The accounts that a person can choose at consent. */
async function offered(email: string): Promise<Membership[]> {
  const { database, installation } = running.service.parts
  const source = { region: installation.region }
  const found = await database.inSystem((sql) => listMemberships(sql, source, email), { readOnly: true })
  return found.filter(({ isAccepted }) => isAccepted)
}

function bearer(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } }
}

/** What the consent page does on Allow. */
function connect(accountId: string, personId: string, memberId: string) {
  const { database, clock, newId, installation } = running.service.parts
  const parts = {
    database,
    clock,
    newId,
    region: installation.region,
    secretKey: installation.secretKey,
    installation,
  }
  const membership: Membership = {
    accountId,
    memberId,
    accountName: 'Heron & Co',
    region: installation.region,
    role: 'user',
    isPaused: false,
    isAccepted: true,
    requirePasskey: false,
  }
  return connectApp(
    { ...parts, queueRegionMessage: async () => {} },
    {
      id: newPublicId(),
      answers: newPublicId(),
      membership,
      byPasskey: false,
      payload: {},
      requestId: 'test',
      person: { id: personId, email: `${personId}@test.test` },
      app: { clientId: 'app-1', name: 'Fieldnotes' },
      redirectHost: 'localhost',
      scopes: ['profiles:read'],
      expiresAt: new Date(clock().getTime() + 86_400_000),
    },
  )
}
