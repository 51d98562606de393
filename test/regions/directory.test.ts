import { beforeAll, describe, expect, test } from 'vitest'
import { setPaused } from '../../src/domain/account/store.ts'
import { listRemoteMemberships } from '../../src/domain/directory/store.ts'
import { insertMember, removeMemberRow } from '../../src/domain/member/store.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type Regions, startRegions } from '../support/regions.ts'

let regions: Regions

beforeAll(async () => {
  regions = await startRegions()
})

/** What the authorization server shows for this address. */
const shown = (email: string) =>
  regions.us.db.database.inSystem((sql) => listRemoteMemberships(sql, email), { readOnly: true })

const inAccount = (id: string, work: Parameters<typeof regions.eu.db.database.inAccount>[1]) =>
  regions.eu.db.database.inAccount(id, work)

async function someAccount(name = 'Rhine') {
  const email = `${newPublicId()}@test.test`
  const account = await regions.eu.account({ name, owner: email })
  return { ...account, email }
}

const within = { timeout: 60_000, interval: 100 }

describe('the directory', () => {
  test('has an account of another region and its members within seconds, but no deeper data', async () => {
    const { id, email } = await someAccount()
    await expect
      .poll(() => shown(email), within)
      .toMatchObject([
        {
          accountId: id,
          accountName: 'Rhine',
          region: 'eu',
          role: 'owner',
          isPaused: false,
          isAccepted: true,
        },
      ])
  })

  test('has no account of its own region, which the region has itself', async () => {
    const account = await regions.us.account()
    await regions.us.service.syncRegions()
    expect(
      await regions.us.db.admin('select 1 from directory_account where account_id = $1', [account.id]),
    ).toEqual([])
  })

  test('receives pauses, and members who join and leave', async () => {
    const { id, email } = await someAccount()
    const other = {
      accountId: id,
      id: newPublicId(),
      email: `${newPublicId()}@test.test`,
      role: 'user',
    } as const
    await inAccount(id, async (sql) => {
      await setPaused(sql, id, true)
      await insertMember(sql, { ...other, now: new Date() })
    })
    await expect.poll(() => shown(other.email), within).toMatchObject([{ role: 'user', isPaused: true }])
    expect(await shown(email)).toMatchObject([{ isPaused: true }])
    await inAccount(id, (sql) => removeMemberRow(sql, id, other.id))
    await expect.poll(() => shown(other.email), within).toEqual([])
  })

  test('receives nothing of a change that is rolled back', async () => {
    const { id, email } = await someAccount()
    await regions.eu.service.syncRegions()
    const broken = inAccount(id, async (sql) => {
      await setPaused(sql, id, true)
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    await regions.eu.service.syncRegions()
    expect(await shown(email)).toMatchObject([{ isPaused: false }])
  })

  test('receives changes made while it was unreachable, also by a region that was stopped meanwhile', async () => {
    const { id, email } = await someAccount()
    await regions.eu.service.syncRegions()
    await regions.us.stop()
    await inAccount(id, (sql) => setPaused(sql, id, true))
    await regions.eu.stop()
    ;[regions.us, regions.eu] = await Promise.all([regions.us.again(), regions.eu.again()])
    await expect.poll(() => shown(email), within).toMatchObject([{ isPaused: true }])
  })

  test('ignores an older state after a newer one', async () => {
    const { id, email } = await someAccount()
    await regions.eu.service.syncRegions()
    await regions.us.db.admin(
      'update directory_account set version = version + 1, paused = true where account_id = $1',
      [id],
    )
    await regions.eu.db.admin('update directory_change set told_version = 0 where account_id = $1', [id])
    await regions.eu.service.syncRegions()
    expect(await shown(email)).toMatchObject([{ isPaused: true }])
  })

  test('accepts accounts only from their own zone, and none that is local', async () => {
    const { id } = await someAccount()
    const own = await regions.us.account()
    await regions.eu.service.syncRegions()
    for (const accountId of [id, own.id]) {
      const { database } = regions.sea.db
      // As if the third region claimed it: an account with the same id is created there.
      await database.inAccount(accountId, async (sql) => {
        const { insertAccount } = await import('../../src/domain/account/store.ts')
        await insertAccount(sql, {
          id: accountId,
          name: 'Stolen',
          now: new Date(),
          billingStatus: 'active',
          trialEndsAt: null,
          paused: false,
          preferences: {},
        })
      })
    }
    await regions.sea.service.syncRegions()
    const rows = await regions.us.db.admin(
      'select zone, name from directory_account where account_id = any($1)',
      [[id, own.id]],
    )
    expect(rows).toEqual([{ zone: 'eu', name: 'Rhine' }])
  })
})

describe('the comparison at startup and every hour', () => {
  test('sends what was lost on either side again, and removes what is gone', async () => {
    const lost = await someAccount('Lost')
    const changed = await someAccount('Changed')
    await regions.eu.service.syncRegions()
    const gone = newPublicId()
    await regions.us.db.admin(`insert into directory_account values ($1, 'eu', 'Gone', false, 1)`, [gone])
    await regions.us.db.admin('delete from directory_account where account_id = $1', [lost.id])
    await regions.us.db.admin(
      `update directory_account set name = 'Other', version = 7 where account_id = $1`,
      [changed.id],
    )
    regions.pass(3_601)
    await regions.eu.service.syncRegions()
    expect(await shown(lost.email)).toMatchObject([{ accountName: 'Lost' }])
    expect(await shown(changed.email)).toMatchObject([{ accountName: 'Changed' }])
    expect(
      await regions.us.db.admin('select 1 from directory_account where account_id = $1', [gone]),
    ).toEqual([])
  })

  test('finds accounts from before the directory existed', async () => {
    const { id, email } = await someAccount('Old')
    await regions.eu.service.syncRegions()
    await regions.eu.db.admin('delete from directory_change where account_id = $1', [id])
    await regions.us.db.admin('delete from directory_account where account_id = $1', [id])
    regions.pass(3_601)
    await regions.eu.service.syncRegions()
    expect(await shown(email)).toMatchObject([{ accountName: 'Old' }])
  })
})
