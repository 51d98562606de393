import { describe, expect, test } from 'vitest'
import { readAccount, refuseMissingScope, refuseOtherRegion, refuseUnheard } from './admission.ts'
import type { Caller, DelegateCaller, MachineCaller, MemberCaller } from './contract/caller.ts'
import { Failure } from './contract/failure.ts'
import type { Site } from './contract/operation.ts'
import { networkOf } from './contract/payer.ts'
import type { Sql } from './contract/ports.ts'
import type { Role } from './contract/role.ts'
import { type Access, scopes } from './contract/scope.ts'

const place = { accountId: 'a'.repeat(24), region: 'us' }
const member: MemberCaller = {
  kind: 'member',
  ...place,
  memberId: 'member',
  signIn: { at: '2026-11-21T09:00:00Z', byPasskey: false },
}
const machine: MachineCaller = { kind: 'machine', ...place, clientId: 'm2m', scopes: new Set(scopes) }
const app: DelegateCaller = {
  ...{ kind: 'delegate', ...place, clientId: 'app', personId: 'person', memberId: 'member' },
  ...{ grantId: 'grant', tokenId: 'token', scopes: new Set(scopes), byPasskey: false },
}
const visitor: Caller = { kind: 'visitor', ...place, network: networkOf('192.0.2.1') }

const ownersOnly: Access = { access: 'member', roles: ['owner'], signIn: 'any' }
const everybody: Access = { access: 'member', roles: ['owner', 'manager', 'user'], signIn: 'any' }
const evenInvited: Access = { ...everybody, evenInvited: true }

/** How a refusal ends, by kind and code; `in` where there is none. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'in'
  } catch (error) {
    if (error instanceof Failure) return `${error.kind} ${error.code}`
    throw error
  }
}

type Row = { role?: Role | null; is_accepted?: boolean; is_revoked?: boolean; client_live?: boolean }

/** A database that knows one account, and of its caller what the row says. */
function holding(row: Row | undefined): Sql {
  const standing = { role: null, is_accepted: false, is_revoked: false, client_live: false, ...row }
  return { row: async () => row && standing, rows: async () => [], run: async () => 0 } as unknown as Sql
}

describe('a member comes in', () => {
  test.each<[string, Access, Row, string]>([
    ['with the role', ownersOnly, { role: 'owner', is_accepted: true }, 'in'],
    ['not with a lesser role', ownersOnly, { role: 'manager', is_accepted: true }, 'forbidden forbidden'],
    ['with any role where every role will do', everybody, { role: 'user', is_accepted: true }, 'in'],
    ['not once removed', everybody, {}, 'forbidden forbidden'],
    ['not before accepting', everybody, { role: 'owner' }, 'forbidden forbidden'],
    ['before accepting, to accept', evenInvited, { role: 'user' }, 'in'],
    ['not to accept what was taken back', evenInvited, {}, 'forbidden forbidden'],
  ])('%s', async (_, access, row, expected) => {
    expect(await outcome(() => readAccount(holding(row), access, member))).toBe(expected)
  })
})

describe('an app comes in for a member', () => {
  const read = { scope: 'account:read' } as const
  test.each<[string, Row, string]>([
    ['who is an owner', { role: 'owner', is_accepted: true }, 'in'],
    [
      'not with more than the role allows',
      { role: 'user', is_accepted: true },
      'unauthenticated token_invalid',
    ],
    [
      'not once revoked',
      { role: 'owner', is_accepted: true, is_revoked: true },
      'unauthenticated token_invalid',
    ],
    ['not before the invitation is accepted', { role: 'owner' }, 'unauthenticated token_invalid'],
    ['not when there is none any more', {}, 'unauthenticated token_invalid'],
  ])('%s', async (_, row, expected) => {
    expect(await outcome(() => readAccount(holding(row), read, app))).toBe(expected)
  })

  test('with the scopes that the role allows', async () => {
    const narrow = { ...app, scopes: new Set(['account:read'] as const) }
    const row = { role: 'user', is_accepted: true } as const
    expect(await outcome(() => readAccount(holding(row), read, narrow))).toBe('in')
  })

  test('not for an account that is gone', async () => {
    expect(await outcome(() => readAccount(holding(undefined), read, app))).toBe('missing not_found')
  })
})

describe('each kind of caller has its own operations', () => {
  const taker: Caller = {
    ...{
      kind: 'taker',
      ...place,
      profileId: 'p',
      inviteId: 'i',
      channel: 'email',
      purpose: 'taking',
      sessionStartedAt: '',
      sight: { through: '', fields: 'all' },
    },
  }
  const callers: Caller[] = [machine, app, member, taker, visitor]
  const accesses: [string, Access, string[]][] = [
    ['scopes', { scope: 'profiles:read' }, ['machine', 'delegate']],
    ['any token', { access: 'anyToken' }, ['machine', 'delegate']],
    ['members', everybody, ['member']],
    ['takers', { access: 'taker' }, ['taker']],
    ['visitors', { access: 'visitor' }, ['visitor']],
  ]
  test.each(accesses)('those for %s', async (_, access, admitted) => {
    for (const caller of callers) {
      const expected = admitted.includes(caller.kind) ? 'in' : 'forbidden forbidden'
      expect(await outcome(() => refuseMissingScope(access, caller, () => ({}))), caller.kind).toBe(expected)
    }
  })
})

describe('a region that has not heard of revocations lately', () => {
  const isStale = () => false

  test('says 503 with Retry-After to apps, and serves everybody else', async () => {
    expect(await outcome(() => refuseUnheard(app, isStale))).toBe('unavailable unavailable')
    try {
      refuseUnheard(app, isStale)
    } catch (error) {
      expect((error as Failure).retryAfterSeconds).toBeGreaterThan(0)
    }
    for (const caller of [machine, member, visitor]) {
      expect(await outcome(() => refuseUnheard(caller, isStale))).toBe('in')
    }
    expect(await outcome(() => refuseUnheard(app, () => true))).toBe('in')
  })
})

test('another region is named before anything is asked', async () => {
  const site = { region: 'eu' } as Site
  expect(await outcome(() => refuseOtherRegion(app, site))).toBe('elsewhere other_region')
})
