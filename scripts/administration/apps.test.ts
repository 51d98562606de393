import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OAuthFixture, oauthErrorOf, openOAuthFixture } from '../../test/oauth/oauth-fixture.ts'
import { cleanUp, newDataDir } from '../../test/support/process.ts'
import { type RunLine, shellHere } from '../../test/support/scripts.ts'
import { thirdParty } from '../../test/support/third-party.ts'

afterAll(cleanUp)

describe('apps that the operator registers', () => {
  let fixture: OAuthFixture
  let timbre: RunLine

  beforeAll(async () => {
    const keys = { SECRET_KEY: randomBytes(32).toString('base64url'), DATA_DIR: newDataDir() }
    fixture = await openOAuthFixture(keys)
    timbre = shellHere({ ...keys, DATABASE_URL: fixture.running.db.url })
  })

  const create = async (kind: string) => {
    const redirectUri = 'https://desk.example/callback'
    const words = ['--name', 'Desk', '--redirect-uris', redirectUri, '--kind', kind]
    const { json } = await timbre('app create --json', ...words)
    const registered = {
      client_secret: json.app.clientSecret,
      token_endpoint_auth_method: 'client_secret_basic',
    }
    return thirdParty(fixture.authUrl, { clientId: json.app.clientId, redirectUri, registered })
  }

  test.each(['public', 'confidential'])(
    'a %s one is let in, and stays though nobody lets it in',
    async (kind) => {
      const app = await create(kind)
      expect(app.clientSecret === undefined).toBe(kind === 'public')
      await fixture.running.db.admin(`update oauth_client set created_at = now() - interval '30 days'`)
      await fixture.running.service.sweepAuthorization()
      const { accessToken, refreshToken } = await app.connect(fixture.owner)
      expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(200)
      expect((await app.refresh(refreshToken)).status).toBe(200)
      const { json } = await timbre('app list --json')
      expect(json.apps).toContainEqual(
        expect.objectContaining({
          clientId: app.clientId,
          kind,
          name: 'Desk',
          lastUsedAt: expect.any(String),
        }),
      )
      expect(JSON.stringify(json)).not.toContain('secret')
    },
  )

  test('deleting one revokes its tokens immediately, and the audit log says who did it', async () => {
    const app = await create('public')
    const { accessToken, refreshToken } = await app.connect(fixture.owner)
    expect((await timbre(`app delete ${app.clientId} --json`)).json).toEqual({
      app: { clientId: app.clientId },
      ended: 1,
    })
    expect((await fixture.call(accessToken, 'GET', '/account')).status).toBe(401)
    expect(oauthErrorOf(await app.refresh(refreshToken))).toEqual([401, 'invalid_client'])
    const [entry] = await fixture.running.db.admin(
      `select actor_kind, actor_id, changes from audit_entry where action = 'disconnect_app' order by seq desc limit 1`,
    )
    expect(entry).toMatchObject({
      actor_kind: 'operator',
      actor_id: 'shell',
      changes: { reason: 'client_deleted' },
    })
    expect((await timbre(`app delete ${app.clientId} --json`)).code).toBe(1)
  })

  test('1 for an address that no one may be redirected to', async () => {
    const { code, stderr } = await timbre('app create --name X --redirect-uris http://desk.example/cb')
    expect([code, stderr]).toEqual([1, 'redirect_uris: must use https, unless it is a loopback address\n'])
  })
})
