import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'
import { createUsageRecorder, touchGrant } from './usage.ts'

let fixture: AppsFixture
beforeAll(async () => {
  fixture = await openAppsFixture()
})

describe('the time of last use', () => {
  test('is updated when a token is issued, at most once a minute', async () => {
    const { connection } = await fixture.ready()
    const { id } = await connectApp(fixture.parts, connection)
    await touchGrant(fixture.parts, id)
    const first = await lastUse(id)
    fixture.pass(30_000)
    await touchGrant(fixture.parts, id)
    expect(await lastUse(id)).toEqual(first)
    fixture.pass(40_000)
    await touchGrant(fixture.parts, id)
    expect(await lastUse(id)).toEqual(fixture.now())
  })

  test('is written in one batch for all requests, each grant at most once a minute', async () => {
    const { connection } = await fixture.ready()
    const { id } = await connectApp(fixture.parts, connection)
    let transactions = 0
    const database = {
      ...fixture.parts.database,
      inSystem: ((work, options) => {
        transactions++
        return fixture.parts.database.inSystem(work, options)
      }) as typeof fixture.parts.database.inSystem,
    }
    const recorder = createUsageRecorder({ ...fixture.parts, database })
    for (let request = 0; request < 100; request++) recorder.record(id)
    await recorder.flush()
    for (let request = 0; request < 100; request++) recorder.record(id)
    await recorder.flush()
    expect(transactions).toBe(1)
    expect(await lastUse(id)).toEqual(fixture.now())
    fixture.pass(61_000)
    recorder.record(id)
    await recorder.flush()
    expect(await lastUse(id)).toEqual(fixture.now())
  })
})

async function lastUse(id: string): Promise<Date | undefined> {
  const grant = await findLiveGrant(fixture.parts, id)
  return grant?.lastUsedAt ? new Date(grant.lastUsedAt) : undefined
}
