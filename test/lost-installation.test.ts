import { afterAll, expect, test } from 'vitest'
import { loseInstallation } from './support/lost-installation.ts'
import { cleanUp } from './support/process.ts'

afterAll(cleanUp)

test('an installation that is lost with everything but its backup, its log and its key is restored to the last write', {
  tags: 'long',
}, async () => {
  const outcome = await loseInstallation({ seconds: 0.2, secondsAfter: 0.5, writers: 2, hasLastLog: true })
  expect(outcome.sinceBackup).toBeGreaterThan(10)
  expect(outcome).toMatchObject({ lost: [], differing: [], revealing: [], isBack: false, verified: [0, 0] })
  expect(outcome.held).toBeGreaterThan(0)
  expect(outcome.exports).toBeGreaterThan(1)
})
