import { beforeAll, describe, expect, test } from 'vitest'
import { stopPath } from '../../src/domain/message/opt-out.ts'
import { createAppGranter } from '../support/delegates.ts'
import { afterFile } from '../support/file-cleanup.ts'
import { completePerson } from '../support/inputs.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  callAs,
  type Json,
  signIn,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service.ts'
import { insertFailedMessage, newEmail, newMobile } from '../support/test-rows.ts'

const day = 86_400_000

type Scene = {
  running: TestService
  account: TestAccount
  mail: Awaited<ReturnType<typeof startMailServer>>
  /** Whether the mail server refuses every recipient. */
  refuse: (isRefusing: boolean) => void
  pass: (milliseconds: number) => void
}

/** A service whose mail server can refuse every recipient. */
async function openScene(): Promise<Scene> {
  const state = { isRefusing: true, ahead: 0 }
  const mail = await startMailServer(
    {
      onRcptTo: ({ address }, _session, answer) =>
        state.isRefusing
          ? answer(Object.assign(new Error(`${address} has no mailbox here`), { responseCode: 550 }))
          : answer(),
    },
    afterFile,
  )
  const running = await startTestService(
    { MAIL_URL: mail.url, MAIL_FROM: 'no-reply@timbre.example' },
    { clock: () => new Date(Date.now() + state.ahead) },
  )
  return {
    ...{ running, mail, account: await running.account() },
    refuse: (isRefusing) => {
      state.isRefusing = isRefusing
    },
    pass: (milliseconds) => {
      state.ahead += milliseconds
    },
  }
}

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})

/** Invites a new person, whose mail server refuses them. */
async function refusedInvite({ running, account, refuse }: Scene) {
  refuse(true)
  const email = newEmail()
  const { body } = await account.call('POST', '/profile', { email, firstName: 'Noor' })
  const profileId: string = body.profile.id
  await account.call('POST', `/profile/${profileId}/invite/email`)
  await running.service.drainOutbox()
  const [message] = await messagesOf(account, profileId)
  return { email, profileId, message: message as Json }
}

async function messagesOf({ call }: Pick<TestAccount, 'call'>, profileId: string): Promise<Json[]> {
  return (await call('GET', `/messages?profileId=${profileId}`)).body.messages
}

const codeOf = ({ body }: { body: Json }): string => body.error.code

test('a refused invite says why, without address or text, and arrives when it is sent again', async () => {
  const { running, mail, refuse } = scene
  const account = await running.account()
  const { email, profileId, message } = await refusedInvite({ ...scene, account })
  expect(message).toMatchObject({
    ...{ profileId, channel: 'email', kind: 'invite', lane: 'single', state: 'failed', attempts: 1 },
    ...{ failure: 'recipient', failureCode: '550 RCPT TO', retries: 0, nextAttemptAt: null },
  })
  expect(Date.parse(message.retryUntil) - Date.parse(message.doneAt)).toBe(7 * day)
  const list = await account.call('GET', '/messages')
  expect(list.body).toMatchObject({ hasMore: false, failed: [{ failure: 'recipient', count: 1 }] })
  expect(list.text).not.toMatch(new RegExp(`${email}|mailbox|tmb_link`))

  refuse(false)
  const retried = await account.call('POST', `/message/${message.id}/retry`)
  expect(retried.body.message).toMatchObject({ state: 'waiting', attempts: 0, retries: 1, failure: null })
  await running.service.drainOutbox()
  expect(mail.received).toHaveLength(1)
  expect(mail.received[0]?.to).toEqual([email])
  expect(mail.received[0]?.raw).toMatch(new RegExp(`^Message-ID: <${message.id}@`, 'im'))
  expect(await messagesOf(account, profileId)).toMatchObject([
    { state: 'sent', retries: 1, retryUntil: null },
  ])
  const [invite] = (await account.call('GET', `/profile/${profileId}/invites`)).body.invites
  expect(invite.sentAt).toEqual(expect.any(String))
  const { events } = (await account.call('GET', `/events?profileId=${profileId}&types=invite.*`)).body
  expect(events.map(({ type }: Json) => type)).toEqual(['invite.failed', 'invite.sent'])
  const audit = await account.call('GET', '/audit-log?action=retry_message')
  expect(audit.body.entries).toMatchObject([{ target: { type: 'message', id: message.id } }])

  const again = await account.call('POST', `/message/${message.id}/retry`)
  expect([again.status, codeOf(again)]).toEqual([409, 'message_not_failed'])
})

test('a message says whether the person has another address since, to those who may read people', async () => {
  const { running } = scene
  const account = await running.account()
  const { email, profileId, message } = await refusedInvite({ ...scene, account })
  const grantApp = await createAppGranter(running)
  const app = await grantApp(account, { scopes: ['account:read', 'account:write'] })
  const seen = async (call = account.call) =>
    (await call('GET', `/message/${message.id}`)).body.message.addressChanged
  expect(message.addressChanged).toBe(false)
  for (const [present, isChanged] of [
    [newEmail(), true],
    [null, true],
    [email, false],
  ]) {
    await account.call('PATCH', `/profile/${profileId}`, { email: present, phone: newMobile() })
    expect(await seen()).toBe(isChanged)
    expect((await messagesOf(account, profileId))[0]?.addressChanged).toBe(isChanged)
    expect(await seen(app.call)).toBe(null)
  }
  const failed = await insertFailedMessage(running, account.id, profileId)
  expect(await messagesOf(account, profileId)).toContainEqual(
    expect.objectContaining({ id: failed, addressChanged: null }),
  )
})

test('each message says what it was for and of which campaign, in the list of one or some people and by itself', async () => {
  const { running, account, refuse, pass } = await openScene()
  refuse(false)
  const call = async (method: string, path: string, body?: object) =>
    (await callAs(running.baseUrl, await signIn(running.baseUrl, account))(method, path, body)).body as Json
  const add = async () => (await call('POST', '/profile', { email: newEmail() })).profile.id as string
  const [invited, other] = [await add(), await add()]
  const done = await completePerson(running, account, 'finished')
  const { campaign } = await call('POST', '/campaign', { name: 'Autumn round', profileIds: [invited] })
  await call('POST', `/profile/${done}/invite/email`)
  await call('POST', `/profile/${other}/invite/email`)
  await running.service.drainOutbox()
  pass(day)
  await call('POST', `/campaign/${campaign.id}/remind`, {})
  await running.service.drainOutbox()

  const of = { id: campaign.id, name: 'Autumn round' }
  const { messages } = await call('GET', `/messages?profileIds=${invited},${done}`)
  expect(new Set(messages.map(({ profileId }: Json) => profileId))).toEqual(new Set([invited, done]))
  const ofInvited = await call('GET', `/messages?profileIds=${invited}`)
  expect(ofInvited.messages).toMatchObject([
    { kind: 'invite', purpose: 'reminder', campaign: of },
    { kind: 'invite', purpose: 'invite', campaign: of },
  ])
  const [results] = (await call('GET', `/messages?profileId=${done}`)).messages
  expect(results).toMatchObject({ kind: 'invite', purpose: 'results', campaign: null })
  const [reminder] = ofInvited.messages
  // The name of a campaign is a text for members; its id is part of events, too.
  const grantApp = await createAppGranter(running)
  const iat = Math.floor((Date.now() + day) / 1_000)
  for (const [scopes, shown] of [
    [['account:read', 'account:write'], { id: campaign.id, name: null }],
    [['account:read', 'account:write', 'profiles:read'], of],
  ] as const) {
    const app = await grantApp(account, { scopes: [...scopes] })
    const asApp = callAs(running.baseUrl, await app.issueToken({ iat, exp: iat + 600, auth_time: iat }))
    const list = await asApp('GET', `/messages?profileIds=${invited}`)
    expect(list.status, list.text).toBe(200)
    expect(list.body.messages[0].campaign).toEqual(shown)
    expect((await asApp('GET', `/message/${reminder.id}`)).body.message.campaign).toEqual(shown)
  }
  expect((await call('GET', `/message/${reminder.id}`)).message).toEqual(reminder)
  expect((await call('GET', `/messages?profileIds=${invited}&profileId=${other}`)).messages).toEqual([])
  expect((await call('GET', `/messages?profileId=${other}`)).messages).toMatchObject([{ purpose: 'invite' }])
  const unknown = await callAs(running.baseUrl, await signIn(running.baseUrl, account))(
    'GET',
    `/message/${invited}`,
  )
  expect([unknown.status, codeOf(unknown)]).toEqual([404, 'message_not_found'])
})

test('many requests at once send a message again once', async () => {
  const { account, running, mail, refuse } = scene
  const { message } = await refusedInvite(scene)
  refuse(false)
  const before = mail.received.length
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => account.call('POST', `/message/${message.id}/retry`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  await running.service.drainOutbox()
  expect(mail.received.length - before).toBe(1)
})

describe('what is not sent again', () => {
  test('an invite that a newer one has replaced', { tags: 'long' }, async () => {
    const { account, running, pass } = scene
    const { message, profileId } = await refusedInvite(scene)
    pass(61_000)
    await account.call('POST', `/profile/${profileId}/invite/email`, { tryAgain: true })
    await running.service.drainOutbox()
    const answer = await account.call('POST', `/message/${message.id}/retry`)
    expect([answer.status, codeOf(answer)]).toEqual([409, 'message_useless'])
  })

  test('what was discarded, and what was sent again five times', { tags: 'long' }, async () => {
    const { account, running } = scene
    const { message } = await refusedInvite(scene)
    const path = `/message/${message.id}`
    for (let retry = 1; retry <= 5; retry += 1) {
      expect((await account.call('POST', `${path}/retry`)).status).toBe(200)
      await running.service.drainOutbox()
    }
    expect(codeOf(await account.call('POST', `${path}/retry`))).toBe('message_retried_too_often')
    const discarded = await account.call('POST', `${path}/discard`)
    expect(discarded.body.message).toMatchObject({ retryUntil: null, discardedAt: expect.any(String) })
    expect(codeOf(await account.call('POST', `${path}/discard`))).toBe('message_content_gone')
    expect(codeOf(await account.call('POST', `${path}/retry`))).toBe('message_content_gone')
    expect(await contentOf(message.id)).toBeNull()
  })

  test('what was for a person who unsubscribed since, or who is deleted', async () => {
    const { account } = scene
    const [refused, deleted] = [await refusedInvite(scene), await refusedInvite(scene)]
    await unsubscribe(scene, refused.email)
    expect(codeOf(await account.call('POST', `/message/${refused.message.id}/retry`))).toBe(
      'recipient_opted_out',
    )
    await account.call('DELETE', `/profile/${deleted.profileId}`)
    expect(codeOf(await account.call('POST', `/message/${deleted.message.id}/retry`))).toBe(
      'message_not_found',
    )
    expect(await contentOf(deleted.message.id)).toBeUndefined()
  })
})

test('all that failed for one reason are sent again, and the others stay', async () => {
  const { running, mail, refuse } = scene
  const account = await running.account()
  const own = { ...scene, account }
  const refused = [await refusedInvite(own), await refusedInvite(own)]
  const other = await insertFailedMessage(running, account.id, null)
  await running.db.admin(`update outbox set failure = 'policy' where id = $1`, [other])
  refuse(false)
  const before = mail.received.length
  const { body } = await account.call('POST', '/messages/retry', { failure: 'recipient' })
  expect(body.data).toEqual({ retried: 2 })
  await running.service.drainOutbox()
  expect(
    mail.received
      .slice(before)
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual(refused.map(({ email }) => email).toSorted())
  const { messages, failed } = (await account.call('GET', '/messages?state=failed')).body
  expect(messages.map(({ id }: Json) => id)).toEqual([other])
  expect(failed).toEqual([{ failure: 'policy', count: 1 }])
  expect((await account.call('POST', '/messages/retry', { channel: 'sms' })).body.data).toEqual({
    retried: 0,
  })
})

test('pages follow one another without gaps under every filter', { tags: 'long' }, async () => {
  const { running } = scene
  const account = await running.account()
  const ids: string[] = []
  for (let made = 0; made < 7; made += 1) ids.push(await insertFailedMessage(running, account.id, null))
  await running.db.admin(`update outbox set channel = null, failure = null where id = any($1)`, [
    ids.slice(0, 2),
  ])
  await running.db.admin(`update outbox set state = 'sent', content_sealed = null where id = $1`, [ids[3]])
  const newestFirst = ids.toSorted().toReversed()
  for (const [query, expected] of [
    ['', newestFirst],
    ['&state=failed', newestFirst.filter((id) => id !== ids[3])],
    ['&channel=email', newestFirst],
    ['&channel=sms', []],
    [
      '&failure=recipient&state=failed',
      newestFirst.filter((id) => !ids.slice(0, 4).includes(id) || id === ids[2]),
    ],
  ] as const) {
    const found: string[] = []
    for (let before = ''; ; ) {
      const { body } = await account.call('GET', `/messages?limit=2${query}${before}`)
      found.push(...body.messages.map(({ id }: Json) => id))
      if (!body.hasMore) break
      before = `&before=${body.messages.at(-1).id}`
    }
    expect(found, query).toEqual(expected)
  }
})

test('content is kept for a week after a failure, and messages for thirty days after that', async () => {
  const own = await openScene()
  const { running, pass, refuse } = own
  const { message, profileId } = await refusedInvite(own)
  refuse(false)
  const { body } = await own.account.call('POST', '/profile', { email: newEmail(), firstName: 'Ada' })
  await own.account.call('POST', `/profile/${body.profile.id}/invite/email`)
  await running.service.drainOutbox()
  const today = async () => ({ call: callAs(running.baseUrl, await signIn(running.baseUrl, own.account)) })
  const states = async () => {
    await running.service.sweepRetention()
    const { body } = await (await today()).call('GET', '/messages')
    return body.messages.map(({ state, retryUntil }: Json) => `${state}${retryUntil ? ' with content' : ''}`)
  }
  pass(6.9 * day)
  expect(await states()).toContain('failed with content')
  pass(0.2 * day)
  expect(await states()).toContain('failed')
  const gone = await (await today()).call('POST', `/message/${message.id}/retry`)
  expect(codeOf(gone)).toBe('message_content_gone')
  pass(29 * day)
  expect((await messagesOf(await today(), profileId)).map(({ state }) => state)).toEqual(['failed'])
  pass(1.1 * day)
  expect(await states()).toEqual([])
})

test('emails that members have chosen are not kept, because they name people', async () => {
  const { running } = scene
  const account = await running.account()
  const id = await insertFailedMessage(running, account.id, null)
  await running.db.admin(
    `update outbox set state = 'queued', is_member_notice = true, failure = null, done_at = null where id = $1`,
    [id],
  )
  await running.service.drainOutbox()
  expect(await contentOf(id)).toBeNull()
})

async function contentOf(id: string): Promise<unknown> {
  const [row] = await scene.running.db.admin<{ content: unknown }>(
    'select content_sealed as content from outbox where id = $1',
    [id],
  )
  return row?.content
}

/** As the page behind the link in their emails does. */
async function unsubscribe({ running, account }: Scene, email: string): Promise<void> {
  const { key } = running.service.parts.installation.mail
  const answer = await fetch(`${running.url}${stopPath(key, account.id, email)}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(answer.status).toBeLessThan(300)
}
