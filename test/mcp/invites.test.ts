import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Agent, agentAt, mcpErrorOf, resultOf } from '../support/mcp-client.ts'
import {
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail, newMobile } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
let agent: Agent
let now = Date.now()
beforeAll(async () => {
  // Request limits are generous, invite limits as usual.
  running = await startTestService(
    { RATE_LIMITS: '100000/100000', TRIAL_PROFILES: '2', TRIAL_REPORTS: '3' },
    { clock: () => new Date(now) },
  )
  tables = await openTables(running.db)
  account = await running.account()
})
beforeEach(() => {
  now += 61_000
  agent = agentAt(running.url, account.token)
})

const invite = async (input: object, by = agent): Promise<Json> =>
  resultOf(await by.call('send_assessment_invite', input))
const refused = async (input: object, by = agent) =>
  mcpErrorOf(await by.call('send_assessment_invite', input))
const newProfile = async (fields: object): Promise<string> =>
  (await account.call('POST', '/profile', fields)).body.profile.id

async function sentTo(recipient: string): Promise<number> {
  await running.service.drainOutbox()
  const [row] = await tables.rows<{ count: number }>(
    'select count(*)::integer as count from mailbox_message where recipient = $1',
    [recipient],
  )
  return row?.count ?? 0
}

const entriesOf = (id: string) =>
  tables.rows<{ action: string; changes: Json }>(
    'select action, changes from audit_entry where target_id = $1 order by seq',
    [id],
  )

/** A refusal that leaves no row, no audit entry and no message. */
async function refusedWithoutTrace(input: object, by = agent): Promise<string> {
  let words = ''
  await running.service.drainOutbox()
  await tables.expectUnchanged(async () => {
    words = await refused(input, by)
    await running.service.drainOutbox()
  })
  return words
}

describe('send_assessment_invite', () => {
  test('creates a profile, sends one email with a link, and writes one audit entry', async () => {
    const email = newEmail()
    const answer = await invite({ email: email.toUpperCase() })
    expect(answer).toEqual({ profileId: answer.profileId, created: true, email, phone: null })
    expect(await sentTo(email)).toBe(1)
    expect(await entriesOf(answer.profileId)).toEqual([
      { action: 'send_assessment_invite', changes: { channel: 'email', created: true, fields: ['email'] } },
    ])
  })

  test('uses a text message if only a phone is given', async () => {
    const phone = newMobile()
    expect(await invite({ phone })).toMatchObject({ created: true, email: null, phone })
    expect(await sentTo(phone)).toBe(1)
  })

  test('gives the new profile its tag and the caller’s alias', async () => {
    const tagId = resultOf(await agent.call('create_tag', { label: 'Team', color: 'red' })).id
    const customId = `crm-${newPublicId()}`
    const { profileId } = await invite({ email: newEmail(), tagId, customId })
    const { body } = await account.call('GET', `/profile/${profileId}?includeTags=true`)
    expect(body.profile.tags).toMatchObject([{ id: tagId }])
    expect(body.profile.customIds).toEqual([customId])
    const aliases = await account.call('GET', `/resource-aliases?consumerKey=${customId}`)
    expect(aliases.body.resourceAliases).toMatchObject([{ resourceType: 'profile', resourceId: profileId }])
  })

  test('finds existing people by either address, whatever else is sent, and sends again after a minute', async () => {
    const [email, phone] = [newEmail(), newMobile()]
    const profileId = await newProfile({ email, phone, firstName: 'Ada' })
    expect(await invite({ email })).toEqual({ profileId, created: false, email, phone })
    now += 61_000
    expect(await invite({ email })).toMatchObject({ profileId, created: false })
    now += 61_000
    expect(await invite({ phone })).toMatchObject({ profileId, created: false })
    expect([await sentTo(email), await sentTo(phone)]).toEqual([2, 1])
    const { body } = await account.call('GET', `/profile/${profileId}`)
    expect(body.profile).toMatchObject({ email, phone, firstName: 'Ada' })
  })

  test('called twice within a minute has the effect of one call', async () => {
    const email = newEmail()
    const first = await invite({ email })
    expect(await invite({ email })).toEqual({ ...first, created: false })
    expect(await sentTo(email)).toBe(1)
    expect(await entriesOf(first.profileId)).toHaveLength(1)
  })

  test('but on another channel within that minute is refused, because nothing was sent on it', async () => {
    const [email, phone] = [newEmail(), newMobile()]
    await newProfile({ email, phone })
    await invite({ email })
    expect(await refusedWithoutTrace({ phone })).toMatch(/less than a minute ago. Try again in \d+ seconds/)
  })

  test('fifty concurrent calls create one profile and send one email', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 50 }, () => invite({ email })))
    expect(new Set(answers.map((answer) => answer.profileId)).size).toBe(1)
    expect(answers.filter((answer) => answer.created)).toHaveLength(1)
    expect(await sentTo(email)).toBe(1)
  })

  test('fifty concurrent calls send one email also without limits', { tags: 'long' }, async () => {
    const unlimited = await startTestService()
    const own = await unlimited.account()
    const email = newEmail()
    const by = agentAt(unlimited.url, own.token)
    const answers = await Promise.all(Array.from({ length: 50 }, () => invite({ email }, by)))
    expect(answers.filter((answer) => answer.created)).toHaveLength(1)
    await unlimited.service.drainOutbox()
    const mailbox = await fetch(`${unlimited.url}/dev/mailbox.json?to=${email}`)
    expect(await mailbox.json()).toHaveLength(1)
  })

  test('adds a missing address, and overwrites none', async () => {
    const [email, phone, further] = [newEmail(), newMobile(), newMobile()]
    const profileId = await newProfile({ email })
    expect(await invite({ email, phone })).toEqual({ profileId, created: false, email, phone })
    now += 61_000
    expect(await invite({ email, phone: further })).toEqual({ profileId, created: false, email, phone })
    expect(await sentTo(further)).toBe(0)
    const changes = (await entriesOf(profileId)).map((entry) => entry.changes.fields)
    expect(changes.slice(1)).toEqual([['phone'], []])
  })

  test('does not find people of another account', async () => {
    const email = newEmail()
    const other = await running.account()
    const theirs = await other.call('POST', '/profile', { email, firstName: 'Hidden' })
    const answer = await invite({ email })
    expect(answer.created).toBe(true)
    expect(answer.profileId).not.toBe(theirs.body.profile.id)
  })

  test('without profiles:read reveals nothing that was not sent', async () => {
    const token = await signIn(running.baseUrl, account, 'profiles:write')
    const [email, phone] = [newEmail(), newMobile()]
    const profileId = await newProfile({ email, phone })
    const answer = await invite({ email }, agentAt(running.url, token))
    expect(answer).toEqual({ profileId, created: false, email, phone: null })
  })
})

describe('is refused with a text and without a trace', () => {
  test.each([
    [{}, /^email or phone number is required/],
    [{ customId: 'a' }, /^email or phone number is required/],
    [{ email: 'nobody' }, /^email is not an email address/],
    [{ email: 'a@x.test\r\nBcc: b@x.test' }, /^email is not an email address/],
    [{ phone: '015112345678' }, /^phone is not a phone number in E.164/],
    [{ phone: '+0151123456789' }, /^phone is not a phone number in E.164/],
    [{ email: 'a@x.test', customId: '' }, /^customId must not be empty/],
    [{ email: 'a@x.test', firstName: 'Ada' }, /Unknown parameter "firstName"/],
    [{ phone: '+870773111632' }, /premium, shared-cost/],
  ])('%j', async (input, words) => {
    expect(await refusedWithoutTrace(input)).toMatch(words)
  })

  test('a tag of another account, an unknown tag and an invalid id, all with the same text', async () => {
    const other = await running.account()
    const foreign = (await other.call('POST', '/tag', { label: 'a', color: 'red' })).body.tag.id
    const said = new Set<string>()
    for (const tagId of [foreign, newPublicId(), 'nobody', '']) {
      said.add(await refusedWithoutTrace({ email: newEmail(), tagId }))
    }
    expect([...said]).toEqual([expect.stringMatching(/^One or more tags not found for account/)])
  })

  test('an email and a phone of two different people', async () => {
    const [email, phone] = [newEmail(), newMobile()]
    await newProfile({ email })
    await newProfile({ phone })
    expect(await refusedWithoutTrace({ email, phone })).toMatch(/two different profiles/)
  })
})

describe('a trial', () => {
  const trial = async (set: string) => {
    const made = await running.account({ billingStatus: 'trialing', trialEndsAt: new Date(now + 9e8) })
    await running.db.admin(`update account set ${set} where id = $1`, [made.id])
    return agentAt(running.url, made.token)
  }
  const billing = async (input: object, by: Agent) => {
    const answer = await by.call('send_assessment_invite', input)
    expect(answer.body.result._meta).toMatchObject({ 'timbre/status': 402 })
    return mcpErrorOf(answer)
  }

  test('at its report limit invites no one, with 402', async () => {
    const by = await trial('trial_reports_used = 3')
    expect(await billing({ email: newEmail() }, by)).toMatch(/^maximum reports reached for trial account/)
  })

  test('at its profile cap adds no one, and still sends to existing people', async () => {
    const by = await trial('trial_reports_used = 0')
    const emails = [newEmail(), newEmail()]
    for (const email of emails) expect(await invite({ email }, by)).toMatchObject({ created: true })
    expect(await billing({ email: newEmail() }, by)).toMatch(/^maximum reports reached for trial account/)
    now += 61_000
    expect(await invite({ email: emails[0] }, by)).toMatchObject({ created: false })
  })

  test('after its end invites no one, and says why', async () => {
    const by = await trial(`trial_ends_at = now() - interval '1 year'`)
    expect(await billing({ email: newEmail() }, by)).toMatch(/trial has expired/)
    expect(resultOf(await by.call('list_profiles')).total).toBe(0)
  })
})
