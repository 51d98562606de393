import { expect, test } from 'vitest'
import { receiveFailures } from '../../src/domain/failed-sign-in/record.ts'
import { type CookieJar, requestCode, sendForm, wrongCode } from '../oauth/sign-in-requests.ts'
import { startRegions } from '../support/regions.ts'

test('failed sign-ins of a member are in the audit log of the home region once, also after it was unreachable', async () => {
  const regions = await startRegions()
  // A minute after a full hour, so that the test does not cross into the next hour.
  regions.pass(3_660 - ((Date.now() / 1000) % 3_600))
  const { us } = regions
  const account = await regions.eu.account({ owner: 'ada@northwind.test' })
  await regions.eu.service.syncRegions()
  const [member] = await regions.eu.db.admin<{ id: string }>('select id from member where account_id = $1', [
    account.id,
  ])
  const jar: CookieJar = new Map()
  const code = await requestCode(us, 'ada@northwind.test', jar)
  for (let n = 0; n < 3; n += 1) await sendForm(`${us.url}/sign-in`, { code: wrongCode(code) }, jar)
  await us.service.sweepAuthorization()
  await regions.eu.stop()
  regions.pass(3_720)
  await us.service.sweepAuthorization()
  const waiting = () => us.db.admin('select region, failures from failed_sign_in')
  expect(await waiting()).toEqual([{ region: 'eu', failures: 3 }])

  regions.eu = await regions.eu.again()
  await us.service.sweepAuthorization()
  expect(await waiting()).toEqual([])
  const entries = () =>
    regions.eu.db.admin<{ changes: { count: number; since: string; until: string } }>(
      `select target_id, changes from audit_entry where account_id = $1 and action = 'sign_in_failed'`,
      [account.id],
    )
  const [entry] = await entries()
  expect(entry).toMatchObject({ target_id: member?.id, changes: { count: 3 } })
  // As after a lost answer: the same message is sent again.
  const since = entry?.changes.since ?? ''
  const hour = new Date(Math.floor(Date.parse(since) / 3_600_000) * 3_600_000).toISOString()
  const { clock, newId, installation } = regions.eu.service.parts
  const parts = { database: regions.eu.db.database, clock, newId, secretKey: installation.secretKey }
  const sent = { accountId: account.id, hour, members: [{ memberId: member?.id, ...entry?.changes }] }
  await receiveFailures(parts, sent)
  expect(await entries()).toHaveLength(1)
})
