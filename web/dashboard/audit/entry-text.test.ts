import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../client/types.ts'
import { actionText, actorText, clientText, targetText } from './entry-text.ts'
import { filterLabel } from './labels.ts'

const entry = (fields: {
  actor?: Partial<AuditEntry['actor']>
  target?: Partial<AuditEntry['target']>
  action?: string
  changes?: AuditEntry['changes']
}): AuditEntry => ({
  id: 'e',
  seq: 7,
  at: '2026-11-01T10:00:00.000Z',
  requestId: 'r',
  hash: 'h',
  action: fields.action ?? 'update_profile',
  actor: { kind: 'member', id: 'm1', clientId: null, ...fields.actor },
  target: { type: 'profile', id: 'p1', ...fields.target },
  changes: fields.changes ?? {},
})
const line = (one: AuditEntry) => {
  const [actor, target] = [actorText(one), targetText(one)]
  const inOne = ({ text, note }: typeof actor) => (note ? `${text} (${note})` : text)
  return [[inOne(actor), clientText(one.actor)].filter(Boolean).join(', '), inOne(target)]
}

describe('an entry in words', () => {
  test('names actor, client and target', () => {
    const letters = { clientId: 'https://letters.example/app.json', clientName: 'Letters' }
    expect(
      line(entry({ actor: { name: 'ada@test.test', ...letters }, target: { name: 'Noor Okafor' } })),
    ).toEqual(['ada@test.test (Member), through Letters', 'Noor Okafor (Person)'])
    const sync = { kind: 'client', id: 'k', clientId: 'k', name: 'Payroll', clientName: 'Payroll' } as const
    expect(line(entry({ actor: sync, target: { type: 'tag', name: 'Leads' } }))).toEqual([
      'Payroll (API key)',
      'Leads (Tag)',
    ])
    expect(line(entry({ actor: { kind: 'person', id: 'p1', name: 'Noor Okafor' } }))[0]).toBe(
      'The person themselves',
    )
    expect(line(entry({ actor: { kind: 'system', id: 'retention', name: null } }))[0]).toBe(
      'The service (Retention)',
    )
  })

  test('omits names of deleted actors, and all names without permission', () => {
    expect(line(entry({ actor: { name: null }, target: { name: null } }))).toEqual([
      'A member who has left',
      'Person, no longer here',
    ])
    expect(line(entry({}))).toEqual(['Member', 'Person'])
  })

  test('labels sign-ins, including those recorded as app grants', () => {
    const changes = { clientId: 'dashboard', appName: 'Timbre' }
    const former = entry({
      action: 'connect_app',
      target: { type: 'app', id: 'g', name: 'Dashboard' },
      changes,
    })
    expect([actionText(former), line(former)[1]]).toEqual(['Sign in', 'The dashboard'])
    const now = entry({ action: 'sign_in', target: { type: 'member', id: 'm1', name: 'ada@test.test' } })
    expect([actionText(now), line(now)[1]]).toEqual(['Sign in', 'Themselves'])
    expect(actionText(entry({ action: 'connect_app', changes: { clientId: 'x' } }))).toBe('Connect app')
  })

  test('shows the number of failed sign-ins of a member, by an unknown person', () => {
    const actor = { kind: 'system', id: 'sign-in', name: null } as const
    const one = entry({
      actor,
      action: 'sign_in_failed',
      target: { type: 'member', id: 'm1', name: 'ada@test.test' },
      changes: { count: 1_200, since: '2026-11-01T09:00:00.000Z', until: '2026-11-01T09:40:00.000Z' },
    })
    expect([actionText(one), ...line(one)]).toEqual([
      '1,200 failed sign-ins',
      'Someone unknown (Counted by the service)',
      'ada@test.test (Member)',
    ])
    const others = entry({
      actor,
      action: 'sign_in_failed',
      target: { type: 'account', id: 'a', name: 'Heron & Co' },
      changes: { count: 1, members: 20 },
    })
    expect([actionText(others), line(others)[1]]).toEqual(['1 failed sign-in', '20 other members'])
  })

  test('filters by an id show names', () => {
    const id = 'a1'.repeat(12)
    const some = [
      entry({
        actor: { id, name: 'ada@test.test', clientId: 'dashboard' },
        target: { id, name: 'Noor Okafor' },
      }),
    ]
    const search = { actorId: id, targetId: id, clientId: 'dashboard' }
    expect(filterLabel('actorId', search, some)).toBe('By ada@test.test')
    expect(filterLabel('targetId', search, some)).toBe('On Noor Okafor')
    expect(filterLabel('clientId', search, some)).toBe('Through the dashboard')
    expect(filterLabel('actorId', search, [])).toBe('By …a1a1a1a1')
    const unnamed = [
      entry({ actor: { id, name: null, clientId: 'dashboard' }, target: { type: 'client', id, name: null } }),
    ]
    expect(filterLabel('actorId', search, unnamed)).toBe('By a member who has left')
    expect(filterLabel('targetId', search, unnamed)).toBe('On API key, no longer here')
    const key = [
      entry({ actor: { kind: 'client', id: 'dashboard', clientId: 'dashboard', name: 'Payroll' } }),
    ]
    expect(filterLabel('clientId', search, key)).toBe('Through Payroll')
  })
})
