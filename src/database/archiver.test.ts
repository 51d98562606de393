import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { archiverProblem, readArchiver } from './archiver.ts'

const [earlier, later] = ['2026-11-23T07:00:00Z', '2026-11-23T07:05:00Z']
const nothing = { mode: 'on', archivedAt: null, failedAt: null, lastFailed: null } as const

test('an archive that is off, fails or is empty is a problem', () => {
  expect(archiverProblem({ ...nothing, mode: 'off' })).toMatch(/archive_mode is off/)
  expect(archiverProblem(nothing)).toBe('The server has archived nothing yet.')
  const failing = { ...nothing, archivedAt: earlier, failedAt: later, lastFailed: '0000000100000000000000A1' }
  expect(archiverProblem(failing)).toBe(
    `The server fails to archive its write-ahead log since ${later}: 0000000100000000000000A1.`,
  )
  expect(archiverProblem({ ...failing, archivedAt: null })).toMatch(/fails to archive/)
  expect(archiverProblem({ ...failing, archivedAt: later, failedAt: earlier })).toBeUndefined()
})

test('the login of the service can read it', async () => {
  const { database } = await createTestDatabase()
  expect(await database.inSystem(readArchiver, { readOnly: true })).toMatchObject({
    mode: 'off',
    archivedAt: null,
  })
})
