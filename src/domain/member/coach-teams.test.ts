import { expect, test } from 'vitest'
import type { Caller } from '../../contract/caller.ts'
import type { Context } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import { listCoachTeams } from './coach-teams.ts'

test.each([
  ['owner', null],
  ['coach', 'kim'],
])('the page of members reads names for an %s, and counts nobody', async (role, coachId) => {
  const asked: { text: string; values: readonly unknown[] }[] = []
  const rows = async (text: string, values: readonly unknown[] = []) => {
    asked.push({ text, values })
    return / from member where account_id/.test(text) ? [{ id: 'kim', role }] : []
  }
  const caller = { kind: 'member', accountId: 'a', memberId: 'kim', region: 'eu' } as Caller
  const context = { sql: { rows } as unknown as Sql, account: { id: 'a' }, caller }
  await listCoachTeams.run(context as unknown as Context, {})
  // Their people may be everyone in the account.
  expect(asked.filter(({ text }) => /profile_tag|saved_team_person|count\(/.test(text))).toEqual([])
  expect(asked.find(({ text }) => text.includes('member_team'))?.values).toEqual(['a', coachId])
})
