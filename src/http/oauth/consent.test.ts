import { describe, expect, test } from 'vitest'
import type { AppGrant, Membership } from '../../contract/authorization.ts'
import type { Scope } from '../../contract/scope.ts'
import { groupGrantsByApp } from './apps.ts'
import {
  consentAccounts,
  consentWarning,
  formActionSources,
  parseConsentDecision,
  preselectScopes,
  redirectTarget,
} from './consent.ts'

const requestedScopes: readonly Scope[] = ['profiles:read', 'tags:manage', 'profiles:write']
const northwind = membershipOf('a'.repeat(24), 'owner')
const aalto = membershipOf('b'.repeat(24), 'user')
const parse = (fields: [string, string][], memberships = [northwind]) =>
  parseConsentDecision(new URLSearchParams(fields), { requestedScopes }, memberships)
const allow: [string, string] = ['decision', 'allow']
const reading: [string, string] = ['scope', 'profiles:read']
const accountField = (membership: Membership): [string, string] => ['account', membership.accountId]

describe('parseConsentDecision', () => {
  test('uses the account of the form and the checked scopes', () => {
    const all = [northwind, aalto]
    expect(parse([allow, reading, accountField(aalto)], all)).toEqual({
      decision: 'allow',
      membership: aalto,
      scopes: ['profiles:read'],
    })
    expect(parse([allow, reading, accountField(northwind)], all)).toMatchObject({ membership: northwind })
  })

  test('ignores scopes that were not requested, and duplicates', () => {
    const ticked = ['account:write', 'profiles:read', 'profiles:read', 'sudo'].map(
      (scope): [string, string] => ['scope', scope],
    )
    expect(parse([allow, ...ticked, accountField(northwind)])).toMatchObject({ scopes: ['profiles:read'] })
  })

  test('leaves out scopes beyond the role in the selected account', () => {
    const both: [string, string][] = [reading, ['scope', 'profiles:write']]
    expect(parse([allow, ...both, accountField(aalto)], [northwind, aalto])).toMatchObject({
      scopes: ['profiles:read'],
    })
    expect(parse([allow, ['scope', 'profiles:write'], accountField(aalto)], [northwind, aalto])).toEqual({
      decision: 'incomplete',
      problem: 'beyondRole',
      accountId: aalto.accountId,
    })
  })

  test('treats allowing nothing as Cancel', () => {
    expect(parse([allow, accountField(northwind)])).toEqual({ decision: 'deny' })
    expect(parse([['decision', 'deny'], reading, accountField(northwind)])).toEqual({ decision: 'deny' })
  })

  test('requires an account if there are several, and uses the only one otherwise', () => {
    expect(parse([allow, reading], [northwind, aalto])).toMatchObject({ problem: 'noAccountChosen' })
    expect(parse([allow, reading, ['account', '']], [northwind, aalto])).toMatchObject({
      problem: 'noAccountChosen',
    })
    expect(parse([allow, reading])).toMatchObject({ membership: northwind })
  })

  test('refuses an account of which the person is no member, even with a single membership', () => {
    expect(parse([allow, reading, accountField(aalto)])).toEqual({ decision: 'notMember' })
  })

  test('accepts no decision other than the two buttons', () => {
    expect(parse([reading, accountField(northwind)])).toEqual({ decision: 'invalid' })
    expect(parse([['decision', 'Allow'], reading])).toEqual({ decision: 'invalid' })
  })
})

describe('preselectScopes', () => {
  const all: Scope[] = ['profiles:read', 'profiles:write', 'tags:manage', 'account:read', 'account:write']
  const ticked = (
    kind: 'registered' | 'dynamic' | 'document',
    requested: Scope[],
    wasScopeRequested = true,
  ) => preselectScopes({ app: appOf(kind), requestedScopes: requested, wasScopeRequested })

  test('checks the read scopes if the app requested none, whoever registered it', () => {
    expect(ticked('registered', all, false)).toEqual(['profiles:read', 'account:read'])
  })

  test('checks all requested scopes if the operator registered the app', () => {
    expect(ticked('registered', all)).toEqual(all)
  })

  test.each(['dynamic', 'document'] as const)('checks nothing that affects others for a %s app', (kind) => {
    expect(ticked(kind, all)).toEqual(['profiles:read', 'tags:manage', 'account:read'])
  })

  test('checks the only requested scope, because Allow can mean nothing else', () => {
    expect(ticked('dynamic', ['profiles:write'])).toEqual(['profiles:write'])
  })

  test.each(['dynamic', 'document'] as const)('checks neither of two such scopes for a %s app', (kind) => {
    expect(ticked(kind, ['profiles:write', 'account:write'])).toEqual([])
  })
})

test('consentAccounts lists the requested scopes that each role does not allow', () => {
  const requested: Scope[] = ['profiles:read', 'profiles:write', 'account:write']
  const manager = membershipOf('c'.repeat(24), 'manager')
  expect(
    consentAccounts([northwind, manager, aalto], { requestedScopes: requested }).map(
      ({ beyondRole }) => beyondRole,
    ),
  ).toEqual([[], ['account:write'], ['profiles:write', 'account:write']])
})

test.each([
  ['https://app.example/cb?x=1', false, 'site', 'https://app.example', ['https://app.example']],
  ['https://app.example:8443/cb', false, 'site', 'https://app.example:8443', ['https://app.example:8443']],
  ['http://127.0.0.1:53682/cb', true, 'computer', 'http://127.0.0.1:53682', ['http://127.0.0.1:53682']],
  ['http://[::1]:9/cb', true, 'computer', 'http://[::1]:9', ['http:']],
  ['com.example.app:/cb', false, 'device', 'com.example.app:', ['com.example.app:']],
  ['https://münchen.example/cb', false, 'site', 'https://xn--mnchen-3ya.example', undefined],
])('the redirect target %s is shown in full', (redirectUri, isLoopback, kind, address, targets) => {
  expect(redirectTarget({ redirectUri, isLoopback })).toEqual({ kind, address })
  if (targets) expect(formActionSources(redirectUri)).toEqual(targets)
})

describe('consentWarning', () => {
  const now = new Date('2026-11-21T09:03:00Z')
  const warn = (kind: 'registered' | 'dynamic' | 'document', isLoopback: boolean) =>
    consentWarning({ app: appOf(kind), isLoopback }, now)

  test("is undefined for the operator's own app on the web", () => {
    expect(warn('registered', false)).toBeUndefined()
    expect(warn('registered', true)).toMatchObject({ kind: 'registered', isLoopback: true })
  })

  test('says when an app registered itself, or which host describes it', () => {
    expect(warn('dynamic', false)).toMatchObject({ registeredAt: '2026-11-21T09:00:00.000Z' })
    expect(warn('document', false)).toMatchObject({ host: 'app.example' })
  })
})

describe('groupGrantsByApp', () => {
  const grant = (changed: Partial<AppGrant> = {}): AppGrant => ({
    id: 'g1',
    personId: 'p',
    accountId: northwind.accountId,
    region: 'us',
    memberId: 'm',
    clientId: 'app',
    appName: 'Fieldnotes',
    redirectHost: 'app.example',
    scopes: ['profiles:read'],
    createdAt: '2026-11-20T09:00:00.000Z',
    lastUsedAt: null,
    expiresAt: '',
    revokedAt: null,
    byPasskey: false,
    ...changed,
  })

  test('makes one entry of all grants to an app in an account', () => {
    const older = { id: 'g0', createdAt: '2026-11-01T09:00:00.000Z', scopes: ['tags:manage'] as const }
    const used = { lastUsedAt: '2026-11-21T09:00:00.000Z' }
    expect(groupGrantsByApp([grant(), grant({ ...older, ...used })], [northwind])).toEqual([
      {
        grantId: 'g1',
        appName: 'Fieldnotes',
        address: 'app.example',
        accountName: northwind.accountName,
        scopes: ['profiles:read', 'tags:manage'],
        createdAt: older.createdAt,
        lastUsedAt: used.lastUsedAt,
      },
    ])
  })

  test('keeps apps, accounts and people separate', () => {
    const grants = [
      grant(),
      grant({ clientId: 'other' }),
      grant({ accountId: aalto.accountId }),
      { ...grant({ personId: 'q' }), email: 'q@test.test' },
    ]
    const views = groupGrantsByApp(grants, [northwind])
    expect(views).toHaveLength(4)
    expect(views[2]?.accountName).toBe(aalto.accountId)
    expect(views[3]?.email).toBe('q@test.test')
  })
})

function membershipOf(accountId: string, role: Membership['role']): Membership {
  const name = `Account ${accountId[0]}`
  return {
    accountId,
    role,
    accountName: name,
    region: 'us',
    memberId: '0'.repeat(24),
    isPaused: false,
    isAccepted: true,
    requirePasskey: false,
  }
}

function appOf(kind: 'registered' | 'dynamic' | 'document') {
  const clientId = kind === 'document' ? 'https://app.example/client.json' : 'app'
  const createdAt = kind === 'document' ? null : '2026-11-21T09:00:00.000Z'
  return { clientId, name: 'Fieldnotes', kind, createdAt, isConfidential: false }
}
