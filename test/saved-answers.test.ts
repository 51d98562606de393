import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { findPostgresInstallation } from '../src/database/postgres-installation.ts'
import { killWhileSaving } from './support/killed-savers.ts'
import { cleanUp } from './support/process.ts'

afterAll(cleanUp)

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'

/** `npm run drill -- save-answers` kills far more often. */
test.skipIf(cannotRun)(
  'every acknowledged answer is stored with its seconds after kill -9 of the service and of its database',
  { tags: 'long', timeout: 300_000 },
  async () => {
    const outcome = await killWhileSaving(['service', 'database', 'both'])
    expect(outcome.acknowledged).toBeGreaterThan(50)
    expect(outcome).toMatchObject({ lost: [], apart: [] })
  },
)
