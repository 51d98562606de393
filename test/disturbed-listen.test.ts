import { tmpdir } from 'node:os'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { findPostgresInstallation } from '../src/database/postgres-installation.ts'
import { disturbListening } from './support/disturbed-listen.ts'
import { cleanUp } from './support/process.ts'

afterAll(cleanUp)

// In a checkout that only root can enter, the server cannot run as its user.
const cannotRun = typeof (await findPostgresInstallation(tmpdir())) === 'string'

/** `npm run drill -- listen` stops it for ten minutes. */
test.skipIf(cannotRun)(
  'listen loses and doubles nothing when it is stopped or ended, the network is silent or cut, and service or receiver are down',
  { tags: 'long', timeout: 300_000 },
  async () => {
    const outcome = await disturbListening({
      stopMilliseconds: 0,
      silence: { milliseconds: 500, forGood: false },
    })
    expect(outcome.heard).toEqual(outcome.made)
    const verifier = new Verifier(outcome.secret)
    for (const { body, headers } of outcome.requests) {
      expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ type: 'tag.created' })
      expect(headers['webhook-id']).toBe(JSON.parse(body).id)
    }
  },
)
