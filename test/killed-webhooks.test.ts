import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { findPostgresInstallation } from '../src/database/postgres-installation.ts'
import { killWhileSending } from './support/killed-webhooks.ts'
import { cleanUp } from './support/process.ts'

afterAll(cleanUp)

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'

/** `npm run drill -- webhooks` kills far more often, and at every point. */
test.skipIf(cannotRun)(
  'every change has one event, which every endpoint gets, after kill -9 of the service and of its database',
  { tags: 'long', timeout: 300_000 },
  async () => {
    const outcome = await killWhileSending(['before commit', 'before note'])
    expect(outcome).toMatchObject({ lost: [], unmatched: [], gaps: [], undelivered: [], altered: 0 })
    // A receiver that has answered, without a note of that, gets the event again.
    expect(outcome.repeated).toBeGreaterThan(0)
  },
)
