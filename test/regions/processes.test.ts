import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { insertAccount } from '../../src/domain/account/store.ts'
import { listRemoteMemberships } from '../../src/domain/directory/store.ts'
import { insertMember } from '../../src/domain/member/store.ts'
import { insertMachineClient } from '../../src/identity/client-credentials.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../support/database.ts'
import { cleanUp, newDataDir, startProcess } from '../support/process.ts'
import { type Zone, zones } from '../support/regions.ts'
import { callAs, freePort, signIn } from '../support/service.ts'

afterAll(cleanUp)

test('three processes find each other; what one recorded before it was killed still reaches the directory', {
  tags: 'long',
}, async () => {
  const secret = randomBytes(32).toString('base64url')
  const places = await Promise.all(
    zones.map(async (zone) => {
      const [db, port] = [await createTestDatabase(), await freePort()]
      return { zone, db, url: `http://localhost:${port}`, port, dataDir: newDataDir(), key: randomBytes(32) }
    }),
  )
  const [us, eu, sea] = places as [(typeof places)[number], (typeof places)[number], (typeof places)[number]]
  const start = ({ zone, db, url, port, dataDir, key }: (typeof places)[number]) =>
    startProcess({
      REGION: zone,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: db.url,
      DEMO: 'off',
      SECRET_KEY: key.toString('base64url'),
      REGION_SECRET: secret,
      AUTH_URL: us.url,
      REGIONS: places.map((place) => `${place.zone}=${place.url}/api`).join(','),
    })
  const running = Object.fromEntries(places.map((place) => [place.zone, start(place)])) as Record<
    Zone,
    ReturnType<typeof start>
  >
  await Promise.all(Object.values(running).map((one) => one.ready()))

  const id = newPublicId()
  const email = `${id}@test.test`
  const client = await eu.db.database.inAccount(id, async (sql) => {
    const now = new Date()
    const plain = { billingStatus: 'active', trialEndsAt: null, paused: false, preferences: {} } as const
    await insertAccount(sql, { id, name: 'Rhine', now, ...plain })
    return insertMachineClient(sql, {
      accountId: id,
      region: 'eu',
      name: 'Script',
      scopes: ['account:read'],
      now,
    })
  })
  const token = await signIn(`${eu.url}/api/v4`, client)
  const statusAt = async ({ url }: { url: string }) =>
    (await callAs(`${url}/api/v4`, token)('GET', '/account')).status
  await expect.poll(() => statusAt(us), within).toBe(421)
  await expect.poll(() => statusAt(sea), within).toBe(421)
  expect(await statusAt(eu)).toBe(200)

  await running.us.stop()
  await eu.db.database.inAccount(id, (sql) =>
    insertMember(sql, { accountId: id, id: newPublicId(), email, role: 'owner', now: new Date() }),
  )
  process.kill(running.eu.pid, 'SIGKILL')
  await running.eu.ended
  // Regions that have the keys of a disconnected one still name its address.
  expect(await statusAt(sea)).toBe(421)
  for (const place of [us, eu]) running[place.zone] = start(place)
  const shown = () => us.db.database.inSystem((sql) => listRemoteMemberships(sql, email), { readOnly: true })
  await expect.poll(shown, within).toMatchObject([{ accountId: id, accountName: 'Rhine', region: 'eu' }])
  expect(await Promise.all(Object.values(running).map((one) => one.stop()))).toEqual([0, 0, 0])
})

const within = { timeout: 20_000, interval: 100 }
