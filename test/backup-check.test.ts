import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { checkBackupsCommand } from '../scripts/administration/backup.ts'
import { configOf } from './support/backups.ts'
import { createTestDatabase } from './support/database.ts'
import { cleanUp, newDataDir } from './support/process.ts'

afterAll(cleanUp)

test('backup check says that the server of DATABASE_URL archives nothing', async () => {
  const { url } = await createTestDatabase()
  const config = configOf({
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64url'),
    DATA_DIR: newDataDir(),
  })
  expect(await checkBackupsCommand.runOffline(config, {}, () => {})).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/^The server archives no write-ahead log/),
  })
})
