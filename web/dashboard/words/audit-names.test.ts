import { expect, test } from 'vitest'
import { changedValueText } from './audit-names.ts'

test.each([
  ['fields', ['email', 'tagIds'], 'Email, Tags'],
  ['fields', ['notNamedYet'], 'Not named yet'],
  ['scopes', ['profiles:read', 'tags:manage'], 'profiles:read, tags:manage'],
  ['requirePasskey', true, 'Yes'],
  ['count', 1200, '1,200'],
  ['types', null, '–'],
  ['types', [], '–'],
  ['before', { role: 'owner' }, 'Role Owner'],
  ['added', { count: 3, profileIds: ['a', 'b', 'c'] }, '3'],
  ['role', 'coach', 'Coach'],
  ['assessmentIds', ['disc', 'core'], 'DISC, Core'],
  ['channel', 'email', 'Email'],
  ['completed', 'atOnce', 'At once'],
  ['to', 'eu', 'eu'],
])('the value of %s %j is shown as %s', (field, value, shown) => {
  expect(changedValueText(field, value)).toBe(shown)
})

test('a long value is cut', () => {
  expect(changedValueText('host', 'a'.repeat(200))).toBe(`${'a'.repeat(120)}…`)
})
