import { expect } from 'vitest'
import type { NewEvent } from '../../src/contract/event-types.ts'
import type { Role } from '../../src/contract/role.ts'
import { scopesOfRole } from '../../src/contract/scope.ts'
import { recordEvent } from '../../src/domain/event/record.ts'
import { createAppGranter, type Delegate } from './delegates.ts'
import { inOrigin, testOriginOf } from './event-origin.ts'
import { type Answer, callAs, signIn, type TestAccount, type TestService } from './service.ts'
import type { Tables } from './tables.ts'
import { newEmail } from './test-rows.ts'

export type NoticeEmail = { at: string; subject: string; text: string; html: string }

export type NotifiedMember = {
  memberId: string
  email: string
  /** Calls as an app that the member has connected, with a token of this moment. */
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
  choose: (choices: object) => Promise<Answer>
  /** The emails to the member so far, oldest first. */
  emails: () => Promise<NoticeEmail[]>
}

/** Members and events of accounts, under the clock of the service. */
export async function openNoticeFixture(running: TestService, tables: Tables) {
  const grantApp = await createAppGranter(running)
  const now = () => running.service.parts.clock()

  async function tokenOf(delegate: Delegate): Promise<string> {
    const iat = Math.floor(now().getTime() / 1000)
    return delegate.issueToken({ iat, exp: iat + 3_600 })
  }

  /** The account's API, with a token of this moment. */
  async function as(account: TestAccount): Promise<TestAccount['call']> {
    return callAs(running.baseUrl, await signIn(running.baseUrl, account))
  }

  return {
    as,

    async member(account: TestAccount, role: Role = 'manager'): Promise<NotifiedMember> {
      const delegate = await grantApp(account, { role, scopes: scopesOfRole(role) })
      const call: NotifiedMember['call'] = async (method, path, body) =>
        callAs(running.baseUrl, await tokenOf(delegate))(method, path, body)
      const email = `${delegate.personId}@test.test`
      return {
        memberId: delegate.memberId,
        email,
        call,
        choose: (choices) => call('PATCH', '/member/notices', choices),
        emails: () =>
          tables.rows<NoticeEmail>(
            `select created_at as at, subject, body_text as text, body_html as html from mailbox_message where recipient = $1
              order by created_at, id`,
            [email],
          ),
      }
    },

    /** A person of the account; returns the profile id. */
    async person(account: TestAccount, fields: object = {}): Promise<string> {
      const answer = await (await as(account))('POST', '/profile', { email: newEmail(), ...fields })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.profile.id
    },

    /** Records events in one transaction each, as what causes them does. */
    async happen(account: { id: string }, ...events: NewEvent[]): Promise<void> {
      for (const event of events) {
        await inOrigin(running.db, testOriginOf(account.id, { now }), async (sql) => recordEvent(sql, event))
      }
    },
  }
}

export function completed(profileId: string): NewEvent {
  return { type: 'profile.completed', data: { profileId, attempt: 1, assessmentIds: ['disc'] } }
}

export function inviteFailed(profileId: string): NewEvent {
  const data = { inviteId: profileId, profileId, channel: 'email', reason: 'refused' } as const
  return { type: 'invite.failed', data }
}
