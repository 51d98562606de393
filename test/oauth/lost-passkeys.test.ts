import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, newDataDir } from '../support/process.ts'
import { type RunLine, shellHere } from '../support/scripts.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import { createOwnedAccount, type MembersVisitor, openSignedInBrowser } from './members-page.ts'

afterAll(cleanUp)

describe('an operator, for a sole owner who has lost their only passkey', () => {
  let running: TestService
  let timbre: RunLine
  beforeAll(async () => {
    const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
    running = await startTestService(keys)
    timbre = shellHere({ ...keys, DATABASE_URL: running.db.url, PUBLIC_URL: running.url })
  })

  /** An account that requires passkeys, whose only owner has one and signed in with a code. */
  async function lockedOut() {
    const { account, owner } = await createOwnedAccount(running)
    await running.db.admin('update account set require_passkey = true where id = $1', [account.id])
    await running.db.admin(
      `insert into passkey (credential_id, person_id, public_key, counter, transports, device_type, backed_up, name,
          created_at) values ($1, $2, $3, 0, '{}', 'singleDevice', false, 'Lost', now())`,
      [randomBytes(16).toString('base64url'), owner.personId, randomBytes(77)],
    )
    return { account, owner }
  }
  const opens = async (owner: MembersVisitor, account: { id: string }) =>
    (await owner.get(`/access?account=${account.id}`)).text.includes('API keys <span')
  const subjects = async (email: string) => {
    await running.service.drainOutbox()
    return (await mailboxMessages(running.url, email)).map(({ subject }) => subject).sort()
  }
  const audited = (account: { id: string }, action: string) =>
    running.db.admin(
      `select actor_kind as actor, target_type as target, changes from audit_entry
        where account_id = $1 and action = $2`,
      [account.id, action],
    )

  test('stops requiring passkeys, with an audit entry and an email to the owners', async () => {
    const { account, owner } = await lockedOut()
    expect(await opens(owner, account)).toBe(false)
    const done = await timbre(`account allow-codes ${account.id} --json`)
    expect([done.code, done.stderr, done.json]).toEqual([
      0,
      '',
      { account: { id: account.id, requirePasskey: false }, changed: true },
    ])
    expect(await opens(owner, account)).toBe(true)
    expect(await subjects(owner.email)).toEqual(['Heron & Co no longer requires passkeys'])
    const [letter] = await mailboxMessages(running.url, owner.email)
    expect(letter?.text).toContain('The operator turned this off')
    expect(letter?.links).toEqual([`${running.url}/access?account=${account.id}`])
    const entry = { actor: 'operator', target: 'account', changes: { requirePasskey: false } }
    expect(await audited(account, 'require_passkey')).toEqual([entry])
    const again = await timbre(`account allow-codes ${account.id}`)
    expect([again.code, again.stdout]).toEqual([0, 'The account did not require passkeys.\n'])
    expect(await audited(account, 'require_passkey')).toHaveLength(1)
    expect((await timbre(`account allow-codes ${'a'.repeat(24)}`)).code).toBe(1)
  })

  test('removes their passkeys and ends their sessions, while passkeys stay required', async () => {
    const { account, owner } = await lockedOut()
    const add = async (visitor: MembersVisitor) => (await visitor.get('/passkeys')).text
    expect(await add(owner)).toContain('sign in with a passkey you already have')
    const done = await timbre(`person remove-passkeys ${owner.email}`)
    expect([done.code, done.stderr, done.stdout]).toEqual([
      0,
      '',
      `Removed 1 passkey of ${owner.email}, and ended their sessions. They sign in with a code now.\n`,
    ])
    expect((await owner.get('/passkeys')).status).toBe(303)
    const back = await openSignedInBrowser(running, owner.email)
    expect(await opens(back, account)).toBe(false)
    // The first passkey can be added after a code, and then gives access to the account.
    expect(await add(back)).not.toContain('sign in with a passkey you already have')
    expect(await subjects(owner.email)).toEqual([
      'A passkey was removed from signing in to Timbre',
      'Passkeys of a member of Heron & Co removed',
    ])
    expect(await audited(account, 'remove_passkeys')).toEqual([
      { actor: 'operator', target: 'member', changes: {} },
    ])
    const again = await timbre(`person remove-passkeys ${owner.email}`)
    expect([again.code, again.stderr]).toEqual([1, `${owner.email} has no passkey.\n`])
    expect(await audited(account, 'remove_passkeys')).toHaveLength(1)
  })
})
