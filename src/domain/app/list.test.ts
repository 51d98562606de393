import { beforeAll, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { newPublicId } from '../../platform/ids.ts'
import { connectApp } from './connect.ts'
import { listConnectedApps } from './list.ts'

let stage: AppsFixture
beforeAll(async () => {
  stage = await openAppsFixture()
})

test('listConnectedApps gives a person their own, and an owner those of other members with who let them in', async () => {
  const owner = await stage.ready()
  const { accountId } = owner.membership
  const user = await stage.ready({ accountId })
  const mine = await connectApp(stage.parts, owner.connection)
  const theirs = await connectApp(stage.parts, user.connection)
  const asOwner = await listConnectedApps(stage.parts, owner.connection.person.id, [owner.membership])
  expect(asOwner).toEqual({
    own: [expect.objectContaining({ id: mine.id })],
    others: [expect.objectContaining({ id: theirs.id, email: user.connection.person.email })],
  })
  const asUser = await listConnectedApps(stage.parts, user.connection.person.id, [
    { ...user.membership, role: 'user' },
  ])
  expect(asUser).toEqual({ own: [expect.objectContaining({ id: theirs.id })], others: [] })
})

test('listConnectedApps shows an owner nothing of an account of that id in another region', async () => {
  const there = await stage.ready({ region: 'eu', accountId: newPublicId() })
  const theirs = await connectApp(stage.parts, there.connection)
  const othersOf = async (region: string) =>
    (await listConnectedApps(stage.parts, newPublicId(), [{ ...there.membership, region }])).others
  expect(await othersOf('xx')).toEqual([])
  expect(await othersOf('eu')).toMatchObject([{ id: theirs.id }])
})
