import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { afterFile } from '../../test/support/file-cleanup.ts'
import { removeDemoAccount } from '../domain/account/store.ts'
import { createSecretKeyring } from '../identity/secret-keyring.ts'
import { createAsyncPorts } from '../platform/async-ports.ts'
import { createWebhookCaller } from '../platform/webhook-request.ts'
import { isSeeded, openDemo } from './demo.ts'
import type { DemoParts } from './demo-gate.ts'

describe('openDemo', () => {
  /** To the end it is repeated in test/running.test.ts, after a kill. */
  test('clears interrupted demo data, and begins again', { tags: 'long' }, async () => {
    const { parts, dataDir, admin } = await emptyInstallation()
    const interrupted = async () => {
      await expect(openDemo(breakingAfter(parts, 40), dataDir)).rejects.toThrow('cut off')
      const note: string[] = JSON.parse(readFileSync(join(dataDir, 'demo.seeding'), 'utf8'))
      const accounts = (await admin<{ id: string }>('select id from account')).map(({ id }) => id)
      expect(accounts.length).toBeGreaterThan(0)
      expect(accounts.filter((id) => !note.includes(id))).toEqual([])
      expect(await isSeeded(dataDir)).toBe(false)
      return note
    }
    const first = await interrupted()
    const second = await interrupted()
    expect(second.filter((id) => first.includes(id))).toEqual([])
  })

  /** Seeding takes as long as a hundred other tests; what was seeded is looked at in test/demo.test.ts. */
  describe('seeded', { tags: 'long' }, () => {
    let parts: Installation['parts']
    let admin: Installation['admin']
    let demo: Awaited<ReturnType<typeof openDemo>>
    /** The data directory of the instance that has seeded it. */
    let place: string
    beforeAll(async () => {
      const empty = await emptyInstallation()
      const { dataDir: other } = await emptyInstallation()
      ;({ parts, admin } = empty)
      await sendAtOnce(admin)
      // Two instances start at once on one database: one seeds the demo.
      const places = [empty.dataDir, other]
      const made = await Promise.all(places.map((dataDir) => openDemo(parts, dataDir)))
      place = places[made.findIndex((file) => file !== undefined)] ?? ''
      ;[demo] = made.filter((file) => file !== undefined)
    })

    test('is there once, though two instances started at the same time', async () => {
      expect(await admin('select id from account')).toHaveLength(6)
    })

    test('is what demo.json says, and leaves no note', async () => {
      expect(await isSeeded(place)).toBe(true)
      expect(JSON.parse(readFileSync(join(place, 'demo.json'), 'utf8'))).toEqual(demo)
      expect(existsSync(join(place, 'demo.seeding'))).toBe(false)
    })

    test('has sent emails before they were opened, even if a worker sends them immediately', async () => {
      const [delivered] = await admin(`select count(sent_at) > 0 as sent, count(failed_at) > 0 as refused,
        count(*) filter (where sent_at > opened_at or (sent_at is not null and failed_at is not null)) as wrong
        from invite`)
      expect(delivered).toEqual({ sent: true, refused: true, wrong: '0' })
      const messages = await admin(`select distinct outbox.state, invite.failed_at is not null as refused
        from outbox join invite using (account_id) where invite.id = outbox.invite_id order by outbox.state`)
      expect(messages).toEqual([
        { state: 'failed', refused: true },
        { state: 'sent', refused: false },
      ])
      const [counted] = await admin(`select count(*) filter (where sent_at is not null) as sent,
        count(failed_at) as failed from campaign_person`)
      expect(counted).toEqual({ sent: '10', failed: '1' })
    })

    test('is removed with everything in it, including its audit log, and no other account is', async () => {
      const accounts = await admin<{ id: string }>('select id from account order by id')
      const [live, broken] = accounts.filter(({ id }) => id !== demo?.accounts.demo?.id)
      if (!live || !broken) throw new Error('The demo has fewer than three accounts.')
      await admin(`update account set mode = 'live' where id = $1`, [live.id])
      for (const { id } of [live, broken]) await parts.database.inSystem((sql) => removeDemoAccount(sql, id))
      const left = async (table: string, id: string) =>
        (await admin(`select 1 from ${table} where account_id = $1`, [id])).length
      for (const table of ['audit_entry', 'audit_head', 'machine_client', 'profile', 'member']) {
        expect(await left(table, live.id), table).toBeGreaterThan(0)
        expect(await left(table, broken.id), table).toBe(0)
      }
    })
  })

  test('changes nothing in a database with data, and returns what demo.json says', async () => {
    const { parts, dataDir, admin } = await emptyInstallation()
    await admin(
      `insert into account (id, created_at, updated_at, name) values ('${'a'.repeat(24)}', now(), now(), 'Own')`,
    )
    expect(await openDemo(parts, dataDir)).toBeUndefined()
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false)
    const kept = { url: 'http://localhost:3000', accounts: {} }
    writeFileSync(join(dataDir, 'demo.json'), JSON.stringify(kept))
    expect(await openDemo(parts, dataDir)).toEqual(kept)
    expect(await admin('select id from account')).toHaveLength(1)
  })
})

/** A worker that sends each email in the moment in which its invite is committed. */
async function sendAtOnce(admin: TestDatabase['admin']): Promise<void> {
  await admin(`create function send_at_once() returns trigger language plpgsql as $$
    begin
      update outbox set state = 'sent', done_at = now()
        where account_id = new.account_id and invite_id = new.id and state = 'queued';
      if found then
        update invite set sent_at = now() where account_id = new.account_id and id = new.id and sent_at is null;
        update campaign_person set sent_at = coalesce(sent_at, now())
          where account_id = new.account_id and profile_id = new.profile_id and campaign_id = new.campaign_id;
      end if;
      return null;
    end $$`)
  await admin(`create constraint trigger at_once after insert on invite deferrable initially deferred
    for each row when (new.channel = 'email') execute function send_at_once()`)
}

type Installation = Awaited<ReturnType<typeof emptyInstallation>>

async function emptyInstallation() {
  const { database, admin } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-demo-'))
  afterFile(() => rmSync(dataDir, { recursive: true, force: true }))
  const trial = { reports: 10, profiles: 3 }
  const installation = {
    publicUrl: 'http://localhost:3000',
    authUrl: 'http://localhost:3000',
    region: 'us',
    secretKey: createSecretKeyring([randomBytes(32)]),
    trial,
    smsCountries: 'any' as const,
    isLimited: false,
    webhooks: { hasPrivateNetworks: false, isOpened: () => false, sourceAddresses: [] },
    atsHosts: { greenhouse: [], ashby: 'https://ashby.test' },
    debriefModel: undefined,
    mail: { key: randomBytes(32), accountDaily: 2_000, shareLinkDaily: 1_000 },
  }
  const parts: DemoParts = {
    database,
    clock: () => new Date(),
    installation,
    asyncPorts: createAsyncPorts({
      askModel: undefined,
      callWebhook: createWebhookCaller({ privateNetworks: [] }),
      lookUpTxt: async () => [],
      namesOtherIssuer: async () => false,
      spendExport: async () => ({ isWithin: true, nextInSeconds: 0 }),
      readEventHeads: async () => new Map(),
    }).ports,
  }
  return { parts, dataDir, admin }
}

/** The same parts, whose database is gone after so many transactions. */
function breakingAfter(parts: DemoParts, transactions: number): DemoParts {
  let left = transactions
  const inAccount: DemoParts['database']['inAccount'] = async (...args) => {
    left -= 1
    if (left < 0) throw new Error('cut off')
    return parts.database.inAccount(...args)
  }
  return { ...parts, database: { ...parts.database, inAccount } }
}
