import { beforeAll, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { listConnectedApps } from './list.ts'

let fixture: AppsFixture
beforeAll(async () => {
  fixture = await openAppsFixture()
})

test('listConnectedApps returns own apps, and for owners also those of other members with their email', async () => {
  const owner = await fixture.ready()
  const { accountId } = owner.membership
  const user = await fixture.ready({ accountId })
  const mine = await connectApp(fixture.parts, owner.connection)
  const grant = await connectApp(fixture.parts, user.connection)
  const asOwner = await listConnectedApps(fixture.parts, owner.connection.person.id, [owner.membership])
  expect(asOwner).toEqual({
    own: [expect.objectContaining({ id: mine.id })],
    others: [expect.objectContaining({ id: grant.id, email: user.connection.person.email })],
  })
  const asUser = await listConnectedApps(fixture.parts, user.connection.person.id, [
    { ...user.membership, role: 'user' },
  ])
  expect(asUser).toEqual({ own: [expect.objectContaining({ id: grant.id })], others: [] })
})

test('listConnectedApps ignores an account with the same id in another region', async () => {
  const remote = await fixture.ready({ region: 'eu', accountId: newPublicId() })
  const grant = await connectApp(fixture.parts, remote.connection)
  const listOthers = async (region: string) =>
    (await listConnectedApps(fixture.parts, newPublicId(), [{ ...remote.membership, region }])).others
  expect(await listOthers('xx')).toEqual([])
  expect(await listOthers('eu')).toMatchObject([{ id: grant.id }])
})
