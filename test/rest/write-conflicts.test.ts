import { beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { newEmail } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService()
  tables = await openTables(running.db)
  account = await running.account()
})

async function newProfile(): Promise<{ id: string; email: string }> {
  const email = newEmail()
  return { id: (await account.call('POST', '/profile', { email })).body.profile.id, email }
}

/** No table refers to a deleted profile. */
async function expectNoOrphans(): Promise<void> {
  const columns = await tables.rows<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name in ('profile_id', 'resource_id')
        and not (select relispartition from pg_class where oid = format('public.%I', table_name)::regclass)
        -- Events outlive the person: that of the deletion is one of them.
        and table_name <> 'event'`,
  )
  expect(columns.length).toBeGreaterThan(8)
  for (const { name, column } of columns) {
    const orphans = await tables.rows(
      `select 1 from "${name}" t where t.${column} is not null
         and not exists (select 1 from profile p where p.account_id = t.account_id and p.id = t.${column})`,
    )
    expect(orphans, name).toEqual([])
  }
}

describe('requests concurrent with a deletion, twice', () => concurrent(2))
describe('requests concurrent with a deletion, eight times', { tags: 'long' }, () => concurrent(8))

function concurrent(count: number): void {
  const rounds = Array.from({ length: count }, (_, round) => round)
  const others: [string, number[], (profile: { id: string; email: string }) => Promise<Answer>][] = [
    ['an invite', [204, 403], ({ id }) => account.call('POST', `/profile/${id}/invite/email`)],
    ['a change', [200, 404], ({ id }) => account.call('PATCH', `/profile/${id}`, { firstName: 'Late' })],
    ['a reading', [200, 404], ({ id }) => account.call('GET', `/profile/${id}`)],
    [
      'a creation for the same person',
      [200, 201, 409],
      ({ email }) => account.call('POST', '/profile', { email, customId: 'k' }),
    ],
  ]
  test.each(others)('%s succeeds or is clearly refused, and leaves no orphan', async (_, statuses, act) => {
    for (const _round of rounds) {
      const profile = await newProfile()
      const [deleted, ...answers] = await Promise.all([
        account.call('DELETE', `/profile/${profile.id}`),
        act(profile),
        act(profile),
        act(profile),
      ])
      expect(deleted.status).toBe(204)
      for (const answer of answers) expect(statuses, answer.text).toContain(answer.status)
      expect((await account.call('GET', `/profile/${profile.id}`)).status).toBe(404)
    }
    await running.service.drainOutbox()
    await expectNoOrphans()
  })

  test('opening a link is a page, never an error', async () => {
    for (const _round of rounds) {
      const { id, email } = await newProfile()
      await account.call('POST', `/profile/${id}/invite/email`)
      await running.service.drainOutbox()
      const [letter] = await tables.rows<{ body_text: string }>(
        'select body_text from mailbox_message where recipient = $1',
        [email],
      )
      const link = /http:\S+\/t\/\S+/.exec(letter?.body_text ?? '')?.[0] ?? ''
      const open = () => fetch(link, { method: 'POST', redirect: 'manual' })
      const [, ...pages] = await Promise.all([
        account.call('DELETE', `/profile/${id}`),
        open(),
        open(),
        open(),
      ])
      for (const page of pages) expect(page.status).toBeLessThan(500)
    }
    await expectNoOrphans()
    expect(running.logged()).not.toContain('"unexpected error"')
  })
}
