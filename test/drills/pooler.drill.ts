import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { pgbouncer } from '../support/pgbouncer.ts'
import { freePort } from '../support/service.ts'

/** Says that it was skipped where PgBouncer isn't installed. */
test.skipIf(pgbouncer === undefined)(
  'the tests of REST pass through PgBouncer in transaction mode',
  async () => {
    const run = spawnSync('vitest', ['run', '--maxWorkers=2', '--reporter=dot', 'test/rest'], {
      stdio: 'inherit',
      env: { ...process.env, TEST_POOLER_PORT: String(await freePort()) },
    })
    expect(run.status).toBe(0)
  },
)
