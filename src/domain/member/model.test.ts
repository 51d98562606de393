import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../../contract/role.ts'
import { isLastOwner, type Member, mayManage, memberStateOf, toMemberList } from './model.ts'

const now = new Date('2026-11-21T09:00:00Z')
const member = (id: string, role: Role, more: Partial<Member> = {}): Member => ({
  id,
  email: `${id}@test.test`,
  name: null,
  role,
  invitedBy: null,
  invitationExpiresAt: null,
  createdAt: now.toISOString(),
  acceptedAt: now.toISOString(),
  ...more,
})
const invited = (id: string, role: Role, expiresAt = '2026-11-28T09:00:00.000Z') =>
  member(id, role, { acceptedAt: null, invitedBy: 'ada', invitationExpiresAt: expiresAt })

test('an invitation is open until it expires', () => {
  expect(memberStateOf(member('ada', 'owner'), now)).toBe('accepted')
  expect(memberStateOf(invited('kim', 'user', '2026-11-21T09:00:00.001Z'), now)).toBe('invited')
  expect(memberStateOf(invited('kim', 'user', '2026-11-21T09:00:00.000Z'), now)).toBe('expired')
  expect(memberStateOf(member('kim', 'user', { acceptedAt: null }), now)).toBe('expired')
})

test('owners manage everyone, managers users, users and coaches no one', () => {
  const may = (own: Role) => roles.map((other) => mayManage(own, other))
  expect([may('owner'), may('manager'), may('user'), may('coach')]).toEqual([
    [true, true, true, true],
    [false, false, true, false],
    [false, false, false, false],
    [false, false, false, false],
  ])
})

test('only another accepted owner keeps an owner from being the last', () => {
  const ada = member('ada', 'owner')
  expect(isLastOwner([ada, member('ben', 'manager'), invited('kim', 'owner')], ada)).toBe(true)
  expect(isLastOwner([ada, member('ben', 'owner')], ada)).toBe(false)
  expect(isLastOwner([ada, invited('kim', 'owner')], invited('kim', 'owner'))).toBe(false)
})

describe('toMemberList', () => {
  const members = [
    member('ada', 'owner'),
    member('max', 'manager'),
    member('uma', 'user'),
    invited('kim', 'user'),
  ]
  const rights = (self: Member, isPaused = false) => {
    const { members: listed, mayInviteAs } = toMemberList(self, members, { now, isPaused })
    const having = (right: 'mayChangeRole' | 'mayRemove' | 'mayInviteAgain') =>
      listed.filter((one) => one[right]).map(({ id }) => id)
    return [having('mayChangeRole'), having('mayRemove'), having('mayInviteAgain'), mayInviteAs]
  }

  test('offers each reader only what they may do', () => {
    const [ada, max, uma] = members as [Member, Member, Member]
    expect(rights(ada)).toEqual([
      ['max', 'uma', 'kim'],
      ['max', 'uma', 'kim'],
      ['kim'],
      ['owner', 'manager', 'user', 'coach'],
    ])
    expect(rights(max)).toEqual([[], ['max', 'uma', 'kim'], ['kim'], ['user']])
    expect(rights(uma)).toEqual([[], ['uma'], [], []])
  })

  test('shows coaches no one but themselves', () => {
    const cleo = member('cleo', 'coach')
    const { members: listed, mayInviteAs } = toMemberList(cleo, [...members, cleo], { now, isPaused: false })
    expect([listed.map(({ id }) => id), mayInviteAs]).toEqual([['cleo'], []])
  })

  test('offers only removal while the account is paused', () => {
    expect(rights(members[0] as Member, true)).toEqual([[], ['max', 'uma', 'kim'], [], []])
  })

  test('shows who invited someone, as long as the inviter is a member', () => {
    const { members: listed } = toMemberList(members[0] as Member, [...members, invited('leo', 'user')], {
      now,
      isPaused: false,
    })
    expect(listed.find(({ id }) => id === 'leo')).toMatchObject({ invitedBy: 'ada@test.test' })
    const alone = [members[1] as Member, invited('leo', 'user')]
    expect(toMemberList(alone[0] as Member, alone, { now, isPaused: false }).members[1]?.invitedBy).toBeNull()
  })
})
