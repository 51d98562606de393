import { beforeAll, describe, expect, test } from 'vitest'
import { type AppsFixture, openAppsFixture } from '../../../test/support/apps-fixture.ts'
import { connectApp } from './connect.ts'
import { findLiveGrant } from './list.ts'
import { createUsageRecorder, touchGrant } from './usage.ts'

let stage: AppsFixture
beforeAll(async () => {
  stage = await openAppsFixture()
})

describe('the time of last use', () => {
  test('moves when a token is issued, by a minute at least', async () => {
    const { connection } = await stage.ready()
    const { id } = await connectApp(stage.parts, connection)
    await touchGrant(stage.parts, id)
    const first = await lastUse(id)
    stage.pass(30_000)
    await touchGrant(stage.parts, id)
    expect(await lastUse(id)).toEqual(first)
    stage.pass(40_000)
    await touchGrant(stage.parts, id)
    expect(await lastUse(id)).toEqual(stage.now())
  })

  test('is written together for all requests, and for each grant once a minute', async () => {
    const { connection } = await stage.ready()
    const { id } = await connectApp(stage.parts, connection)
    let transactions = 0
    const database = {
      ...stage.parts.database,
      inSystem: ((work, options) => {
        transactions++
        return stage.parts.database.inSystem(work, options)
      }) as typeof stage.parts.database.inSystem,
    }
    const notes = createUsageRecorder({ ...stage.parts, database })
    for (let request = 0; request < 100; request++) notes.record(id)
    await notes.flush()
    for (let request = 0; request < 100; request++) notes.record(id)
    await notes.flush()
    expect(transactions).toBe(1)
    expect(await lastUse(id)).toEqual(stage.now())
    stage.pass(61_000)
    notes.record(id)
    await notes.flush()
    expect(await lastUse(id)).toEqual(stage.now())
  })
})

async function lastUse(id: string): Promise<Date | undefined> {
  const grant = await findLiveGrant(stage.parts, id)
  return grant?.lastUsedAt ? new Date(grant.lastUsedAt) : undefined
}
