import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openAccount } from '../../src/demo/account.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start/service.ts'
import { createTestDatabase } from '../support/database.ts'
import { completePerson } from '../support/inputs.ts'
import { silence, startMockModel } from '../support/mock-model.ts'
import { callAs, freePort, signIn, type TestAccount, type TestService } from '../support/service.ts'

test('503 for a call that waits for the model during shutdown; nothing is stored, and no job stays', async () => {
  const [db, model, port] = [await createTestDatabase(), await startMockModel(), await freePort()]
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-stopping-'))
  const read = readConfig({
    PORT: String(port),
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    SECRET_KEY: randomBytes(32).toString('base64url'),
    DEBRIEF_URL: model.url,
    DEBRIEF_MODEL: 'm',
  })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  const service = await startService({ config: read.config, log: createLog('silent', { write() {} }) })
  const preferences = { debriefWriter: 'model' as const }
  const plan = { id: newPublicId(), name: 'N', owner: 'o@n.test', daysAgo: 0, preferences }
  const account = await openAccount(service.parts, plan)
  const profileId = await completePerson(
    { service, db } as TestService,
    account as TestAccount,
    `p${randomBytes(4).toString('hex')}`,
  )
  const baseUrl = `${service.url}/api/v4`
  model.react(silence)
  const call = callAs(baseUrl, await signIn(baseUrl, account))
  const waiting = call('POST', `/playbook/ai/debrief/${profileId}`, {})
  await model.arrived(1)
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
  const { status, headers, body } = await waiting
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'stopping', '5'])
  const [row] = await db.admin(
    'select (select count(*) from debrief)::int as debriefs, (select count(*) from debrief_job)::int as jobs',
  )
  expect(row).toEqual({ debriefs: 0, jobs: 0 })
})
