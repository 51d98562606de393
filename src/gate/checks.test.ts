import { describe, expect, test } from 'vitest'
import { type AccountMode, accountModes } from '../contract/account-mode.ts'
import type { Caller, DelegateCaller, MachineCaller, MemberCaller } from '../contract/caller.ts'
import { Failure, invalid } from '../contract/failure.ts'
import { networkOf } from '../contract/payer.ts'
import type { Sql } from '../contract/ports.ts'
import type { Role } from '../contract/role.ts'
import { type Access, scopes } from '../contract/scope.ts'
import type { CallerStatus } from '../domain/account/caller-status-store.ts'
import { refuseCoach, refuseMissingScope, refuseOtherCallerKind } from './access-checks.ts'
import type { KnownAccessRequest } from './access-request.ts'
import { readCallerStatus } from './authorize.ts'
import { refuseOtherMode, refuseOtherRegion, refusePaused, refuseStaleRevocations } from './caller-checks.ts'
import { checksBeforeTransaction, checksInTransaction } from './checks.ts'

const account = { accountId: 'a'.repeat(24), region: 'us' }
const member: MemberCaller = {
  kind: 'member',
  ...account,
  memberId: 'member',
  signIn: { at: '2026-11-21T09:00:00Z', byPasskey: false },
}
const machine: MachineCaller = { kind: 'machine', ...account, clientId: 'm2m', scopes: new Set(scopes) }
const app: DelegateCaller = {
  kind: 'delegate',
  ...account,
  clientId: 'app',
  personId: 'person',
  memberId: 'member',
  grantId: 'grant',
  tokenId: 'token',
  scopes: new Set(scopes),
  byPasskey: false,
  signedInAt: undefined,
}
const visitor: Caller = { kind: 'visitor', ...account, network: networkOf('192.0.2.1') }

const ownersOnly: Access = { access: 'member', roles: ['owner'], signIn: 'any' }
const everybody: Access = { access: 'member', roles: ['owner', 'manager', 'user'], signIn: 'any' }
const evenInvited: Access = { ...everybody, evenInvited: true }

/** How a refusal ends, by kind and code; `in` where there is none. */
async function outcome(work: () => unknown): Promise<string> {
  try {
    await work()
    return 'in'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Every refusal says what is wrong, in a sentence.
    expect(error.message).toMatch(/^[A-Z].*\.$/)
    return `${error.kind} ${error.code}`
  }
}

type Row = {
  role?: Role | null
  is_accepted?: boolean
  is_revoked?: boolean
  client_live?: boolean
  require_passkey?: boolean
}

/** A database with one account, and the given row for its caller. */
function holding(row: Row | undefined): Sql {
  const statusRow = { role: null, is_accepted: false, is_revoked: false, client_live: false, ...row }
  return { row: async () => row && statusRow, rows: async () => [], run: async () => 0 } as unknown as Sql
}

/** Runs the checks up to the first one that looks at the kind of caller. */
async function checkStatus(sql: Sql, access: Access, caller: Caller): Promise<void> {
  const status = await readCallerStatus(sql, caller)
  const request = { caller, access, status } as KnownAccessRequest
  const until = checksInTransaction.indexOf(refuseOtherCallerKind)
  for (const check of checksInTransaction.slice(0, until)) check(request)
}

test('the checks refuse in the documented order', () => {
  expect(checksBeforeTransaction.map(({ name }) => name)).toEqual([
    'refuseOtherRegion',
    'refuseStaleRevocations',
  ])
  expect(checksInTransaction.map(({ name }) => name)).toEqual([
    'refuseRevokedClient',
    'refuseInvalidDelegation',
    'refuseNonMember',
    'refuseMissingProvider',
    'refuseMissingPasskey',
    'refuseOtherCallerKind',
    'refuseCoach',
    'refuseMissingScope',
    'refuseOldSignInOfMember',
    'refusePaused',
    'refuseOtherMode',
    'refuseExhaustedAllowance',
  ])
})

describe('a member is authorized', () => {
  test.each<[string, Access, Row, string]>([
    ['with the role', ownersOnly, { role: 'owner', is_accepted: true }, 'in'],
    ['not with a lesser role', ownersOnly, { role: 'manager', is_accepted: true }, 'forbidden forbidden'],
    ['with any role where every role will do', everybody, { role: 'user', is_accepted: true }, 'in'],
    ['not once removed', everybody, {}, 'forbidden forbidden'],
    ['not before accepting', everybody, { role: 'owner' }, 'forbidden forbidden'],
    ['before accepting, to accept', evenInvited, { role: 'user' }, 'in'],
    ['not to accept what was taken back', evenInvited, {}, 'forbidden forbidden'],
  ])('%s', async (_, access, row, expected) => {
    expect(await outcome(() => checkStatus(holding(row), access, member))).toBe(expected)
  })
})

describe('a member who signed in without the provider that the account requires', () => {
  const row = { role: 'manager', is_accepted: true } as const
  const signedIn = (signIn: Partial<MemberCaller['signIn'] & object>): MemberCaller => ({
    ...member,
    signIn: { at: '2026-11-21T09:00:00Z', byPasskey: true, ...signIn },
  })
  test.each<[string, Access, MemberCaller, string]>([
    ['is refused', everybody, signedIn({ lacksProvider: true }), 'forbidden provider_required'],
    ['is let in with it', everybody, signedIn({}), 'in'],
    [
      'may do what concerns only themselves',
      { ...everybody, evenWithoutPasskey: true },
      signedIn({ lacksProvider: true }),
      'in',
    ],
  ])('%s', async (_, access, caller, expected) => {
    expect(await outcome(() => checkStatus(holding(row), access, caller))).toBe(expected)
  })
})

describe('an app is authorized for a member', () => {
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
    expect(await outcome(() => checkStatus(holding(row), read, app))).toBe(expected)
  })

  test('with the scopes that the role allows', async () => {
    const narrow = { ...app, scopes: new Set(['account:read'] as const) }
    const row = { role: 'user', is_accepted: true } as const
    expect(await outcome(() => checkStatus(holding(row), read, narrow))).toBe('in')
  })

  test('not for a deleted account', async () => {
    expect(await outcome(() => checkStatus(holding(undefined), read, app))).toBe('missing not_found')
  })
})

describe('each kind of caller has its own operations', () => {
  const taker: Caller = {
    kind: 'taker',
    ...account,
    profileId: 'p',
    inviteId: 'i',
    channel: 'email',
    purpose: 'taking',
    sessionStartedAt: '',
    visibility: { through: '', fields: 'all' },
  }
  const guest = { kind: 'guest', ...account, link: 'personal' } as Caller
  const callers: Caller[] = [machine, app, member, taker, guest, visitor]
  const accesses: [string, Access, string[]][] = [
    ['scopes', { scope: 'profiles:read' }, ['machine', 'delegate']],
    ['any token', { access: 'anyToken' }, ['machine', 'delegate']],
    ['members', everybody, ['member']],
    ['takers', { access: 'taker' }, ['taker']],
    ['guests', { access: 'guest' }, ['guest']],
    ['visitors', { access: 'visitor' }, ['visitor']],
  ]
  test.each(accesses)('those for %s', async (_, access, admitted) => {
    for (const caller of callers) {
      const expected = admitted.includes(caller.kind) ? 'in' : 'forbidden forbidden'
      expect(await outcome(() => refuseOtherCallerKind({ access, caller })), caller.kind).toBe(expected)
    }
  })
})

describe('a client is authorized', () => {
  const read = { scope: 'account:read' } as const
  test.each([
    [true, 'in'],
    [false, 'unauthenticated token_invalid'],
  ] as const)('if it is active: %s', async (client_live, expected) => {
    expect(await outcome(() => checkStatus(holding({ client_live }), read, machine))).toBe(expected)
  })

  test("and gets a specific error if it isn't", async () => {
    await expect(checkStatus(holding({}), read, machine)).rejects.toThrow(
      'The client of this token has been revoked.',
    )
  })

  test('up to member operations, which refuse it for its kind and not for a missing membership', async () => {
    expect(await outcome(() => checkStatus(holding({ client_live: true }), everybody, machine))).toBe('in')
  })

  test('and so is a caller without client, role or passkey', async () => {
    const row = holding({ require_passkey: true })
    expect(await outcome(() => checkStatus(row, { access: 'visitor' }, visitor))).toBe('in')
  })
})

describe('if the account requires a passkey', () => {
  const row = holding({ role: 'owner', is_accepted: true, require_passkey: true })
  const evenWithout: Access = { ...everybody, evenWithoutPasskey: true }
  const signedIn = (byPasskey: boolean): MemberCaller => ({ ...member, signIn: { at: '', byPasskey } })

  test.each<[string, Access, Caller, string]>([
    ['a member who used one comes in', everybody, signedIn(true), 'in'],
    ['a member who used none does not', everybody, signedIn(false), 'forbidden passkey_required'],
    [
      'a member of whom nobody says does not',
      everybody,
      { ...member, signIn: undefined },
      'forbidden passkey_required',
    ],
    ['a member who used none comes in to change that', evenWithout, signedIn(false), 'in'],
    [
      'an operation of others says nothing else',
      { access: 'anyToken' },
      signedIn(false),
      'forbidden passkey_required',
    ],
    [
      'an operation with scopes says nothing else',
      { scope: 'account:read' },
      signedIn(false),
      'forbidden passkey_required',
    ],
    ['an app let in with one comes in', everybody, { ...app, byPasskey: true }, 'in'],
    ['an app let in without one does not', everybody, app, 'unauthenticated token_invalid'],
  ])('%s', async (_, access, caller, expected) => {
    expect(await outcome(() => checkStatus(row, access, caller))).toBe(expected)
  })
})

describe('a token needs', () => {
  const both: Access = { scope: ['account:read', 'account:write', 'tags:manage'] }
  const more: Access = { scope: 'account:read', scopeWith: { includeNames: 'profiles:read' } }
  const reader: MachineCaller = { ...machine, scopes: new Set(['account:read'] as const) }
  const refusal = async (access: Access, give: () => Record<string, unknown>) => {
    try {
      refuseMissingScope({ access, caller: reader, getRawInput: give })
    } catch (error) {
      return error
    }
    return undefined
  }

  test('every scope of the operation, and the error lists the missing ones', async () => {
    expect(await refusal(both, () => ({}))).toMatchObject({
      kind: 'scopeMissing',
      details: { scopes: ['account:read', 'account:write', 'tags:manage'] },
      message: 'The token lacks the scope account:write and tags:manage.',
    })
    expect(
      await outcome(() => refuseMissingScope({ access: both, caller: machine, getRawInput: () => ({}) })),
    ).toBe('in')
  })

  test('an additional scope for a requested field', async () => {
    expect(await refusal(more, () => ({ includeNames: true }))).toMatchObject({ kind: 'scopeMissing' })
    expect(await refusal(more, () => ({ includeNames: false }))).toBeUndefined()
  })

  test('none for an unreadable input, which gets its own error later', async () => {
    const unreadable = () => {
      throw invalid('No JSON.')
    }
    const broken = () => {
      throw new TypeError('Ours.')
    }
    expect(await refusal(more, unreadable)).toBeUndefined()
    expect(await refusal(more, broken)).toBeInstanceOf(TypeError)
    // The input of an operation without `scopeWith` is never read.
    expect(await refusal({ scope: 'account:read' }, broken)).toBeUndefined()
  })
})

describe('a region without current revocations', () => {
  const isStale = () => false

  test('returns 503 with Retry-After to apps, and serves other callers', async () => {
    expect(await outcome(() => refuseStaleRevocations({ caller: app, revocationsAreFresh: isStale }))).toBe(
      'unavailable unavailable',
    )
    try {
      refuseStaleRevocations({ caller: app, revocationsAreFresh: isStale })
    } catch (error) {
      expect((error as Failure).retryAfterSeconds).toBeGreaterThan(0)
    }
    for (const caller of [machine, member, visitor]) {
      expect(await outcome(() => refuseStaleRevocations({ caller, revocationsAreFresh: isStale }))).toBe('in')
    }
    expect(
      await outcome(() => refuseStaleRevocations({ caller: app, revocationsAreFresh: () => true })),
    ).toBe('in')
  })
})

test('another region is returned before any query', async () => {
  const homeOf = (_: string, named: string) => named
  const refusal = (caller: Caller) => outcome(() => refuseOtherRegion({ caller, region: 'eu', homeOf }))
  expect(await refusal(app)).toBe('wrongRegion other_region')
  expect(await refusal({ ...app, region: 'eu' })).toBe('in')
})

test('an account that moved away is elsewhere, and one that came takes no token of before', async () => {
  const refusal = (region: string, home: string) =>
    outcome(() => refuseOtherRegion({ caller: { ...app, region: 'us' }, region, homeOf: () => home }))
  expect(await refusal('us', 'eu')).toBe('wrongRegion other_region')
  expect(await refusal('eu', 'eu')).toBe('unauthenticated token_invalid')
})

describe('a paused account', () => {
  const refuse = (evenPaused: true | undefined, paused: boolean) => () => {
    const access = { access: 'anyToken' as const, ...(evenPaused ? { evenPaused } : {}) }
    refusePaused({ caller: app, access, status: { account: { paused } } as CallerStatus })
  }

  test('has its name and since when for those who act for it, and for nobody else', () => {
    const detailsFor = (kind: Caller['kind'], pausedAt: string | null | undefined) => {
      const status = { account: { paused: true, name: 'Northwind', pausedAt } } as CallerStatus
      try {
        refusePaused({ caller: { kind } as Caller, access: { access: 'anyToken' }, status })
      } catch (error) {
        return (error as Failure).details
      }
      throw new Error('It was not refused.')
    }
    for (const kind of ['machine', 'delegate', 'member'] as const) {
      expect(detailsFor(kind, '2026-11-20 10:00:00+00'), kind).toEqual({
        account: { name: 'Northwind', pausedAt: '2026-11-20T10:00:00.000Z' },
      })
    }
    for (const kind of ['taker', 'guest', 'visitor'] as const)
      expect(detailsFor(kind, '2026-11-20 10:00:00+00'), kind).toBeUndefined()
    for (const unknown of [null, undefined]) {
      expect(detailsFor('machine', unknown)).toEqual({ account: { name: 'Northwind', pausedAt: null } })
    }
  })

  test('403 for everything except operations that are allowed while paused', () => {
    expect(refuse(undefined, true)).toThrow(/^This account is paused\. Ask /)
    expect(refuse(undefined, true)).toThrow(expect.objectContaining({ kind: 'paused' }))
    expect(refuse(true, true)).not.toThrow()
    expect(refuse(undefined, false)).not.toThrow()
    expect(refuse(true, false)).not.toThrow()
  })
})

describe('an operation of sandboxes', () => {
  const refuse = (onlyIn: 'sandbox' | undefined, mode: AccountMode) => () => {
    const access = { access: 'anyToken' as const, ...(onlyIn ? { onlyIn } : {}) }
    refuseOtherMode({ access, status: { account: { mode } } as CallerStatus })
  }
  test.each(['live', 'demo'] as const)('403 in a %s account', (mode) => {
    expect(refuse('sandbox', mode)).toThrow(
      expect.objectContaining({ kind: 'forbidden', code: 'sandbox_only' }),
    )
  })
  test('is allowed in a sandbox, and every other operation in any account', () => {
    expect(refuse('sandbox', 'sandbox')).not.toThrow()
    for (const mode of accountModes) expect(refuse(undefined, mode)).not.toThrow()
  })
})

describe('apps of coaches', () => {
  const coach = holding({ role: 'coach', is_accepted: true })
  test.each<[string, Access, string]>([
    ['are refused what is not declared for them', { scope: 'profiles:read' }, 'forbidden role_missing'],
    ['are refused any token operations too', { access: 'anyToken' }, 'forbidden role_missing'],
    ['may call what is', { scope: 'profiles:read', coaches: 'theirTeams' }, 'in'],
  ])('%s', async (_, access, expected) => {
    const status = await readCallerStatus(coach, app)
    expect(await outcome(() => refuseCoach({ caller: app, access, status }))).toBe(expected)
  })

  test('other roles are not affected', async () => {
    for (const role of ['owner', 'manager', 'user'] as const) {
      const status = await readCallerStatus(holding({ role, is_accepted: true }), app)
      const access: Access = { scope: 'profiles:read' }
      expect(await outcome(() => refuseCoach({ caller: app, access, status }))).toBe('in')
    }
  })
})
