import { afterAll, expect, test } from 'vitest'
import { loseInstallation } from './support/lost-installation.ts'
import { cleanUp } from './support/process.ts'

afterAll(cleanUp)

test('an installation that is lost with everything but its backup and key is restored', async () => {
  const outcome = await loseInstallation({ seconds: 0.2, writers: 2 })
  expect(outcome).toMatchObject({ lost: [], differing: [], revealing: [], isBack: false, verified: [0, 0] })
  expect(outcome.held).toBeGreaterThan(0)
  expect(outcome.exports).toBeGreaterThan(1)
})
