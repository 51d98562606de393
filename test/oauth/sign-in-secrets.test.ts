import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { type CookieJar, sendForm } from './sign-in-requests.ts'

describe('sign-in secrets', () => {
  test('are in neither the database nor the log, in clear or as a plain hash', async () => {
    const post = await startMailServer()
    const service = await startTestService({ MAIL_URL: post.url })
    const email = `${newPublicId()}@test.test`
    await service.account({ owner: email })
    const jar: CookieJar = new Map()
    const codes: string[] = []
    for (let round = 0; round < 2; round += 1) {
      await sendForm(`${service.url}/sign-in`, { email }, jar)
      await service.service.drainOutbox()
      codes.push(/^(\d{6})\r?$/m.exec(post.received[round]?.raw ?? '')?.[1] ?? '')
      expect(codes[round]).not.toBe('')
      if (round === 0) await sendForm(`${service.url}/sign-in`, { code: codes[0] as string }, jar)
    }
    const secrets = [...jar.values(), ...codes]
    expect(secrets).toHaveLength(5)
    const dump = `${await everything(service)}\n${service.logged()}`
    for (const secret of secrets) {
      for (const form of [secret, sha256(secret), Buffer.from(secret).toString('hex')]) {
        // Hashes of guessable values could be searched; 256-bit secrets are stored exactly as such hashes.
        if (form === sha256(secret) && secret.startsWith('tmb_')) continue
        expect(dump.match(new RegExp(`(?<![0-9a-f])${form}(?![0-9a-f])`))).toBeNull()
      }
    }
    expect(dump).toContain(sha256(jar.get('person') as string))
  })

  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

  async function everything({ db }: TestService): Promise<string> {
    const tables = await db.admin<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const dumps = tables.map(({ name }) =>
      db.admin<{ row: string }>(`select t::text as row from "${name}" t`),
    )
    return (await Promise.all(dumps))
      .flat()
      .map(({ row }) => row)
      .join('\n')
  }
})
