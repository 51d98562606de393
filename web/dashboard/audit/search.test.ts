import { expect, test } from 'vitest'
import { auditCsvLine } from './csv-line.ts'
import { auditQuery } from './request.ts'
import { readAuditSearch } from './search.ts'

test('keeps valid search parameters and drops invalid ones', () => {
  const id = 'a1'.repeat(12)
  expect(readAuditSearch({ action: 'create_tag', targetId: id, page: '3', after: '2026-11-01' })).toEqual({
    action: 'create_tag',
    targetId: id,
    page: 3,
    after: '2026-11-01',
  })
  expect(readAuditSearch({ targetType: 'resource_alias' })).toEqual({ targetType: 'resource_alias' })
  expect(readAuditSearch({ action: 'DROP TABLE', targetId: '12', page: '-1', after: 'yesterday' })).toEqual(
    {},
  )
})

test('includes whole days', () => {
  expect(auditQuery({ after: '2026-11-01', before: '2026-11-01', page: 2 })).toEqual({
    after: '2026-11-01T00:00:00.000Z',
    before: '2026-11-01T23:59:59.999Z',
  })
})

test('an entry is one line with its changes as JSON', () => {
  const line = auditCsvLine({
    id: 'e',
    seq: 7,
    at: '2026-11-01T10:00:00.000Z',
    action: 'create_tag',
    requestId: 'r',
    hash: 'h',
    actor: { kind: 'member', id: 'm', clientId: 'dashboard', name: 'ada@test.test', clientName: 'Dashboard' },
    target: { type: 'tag', id: 't', name: '=cmd|1' },
    changes: { label: '=cmd|1' },
  })
  expect(line).toBe(
    `7,2026-11-01T10:00:00.000Z,member,ada@test.test,m,Dashboard,dashboard,create_tag,tag,'=cmd|1,t,"{""label"":""=cmd|1""}",r,h\r\n`,
  )
})
