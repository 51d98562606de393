import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DebriefFixture,
  fastPause,
  fastPauseUntil,
  openDebriefFixture,
} from '../../../test/support/debrief-fixture.ts'
import { replyWell, silence } from '../../../test/support/mock-model.ts'
import { latch } from '../../../test/support/slow-tool.ts'
import { connect } from '../../database/connect.ts'
import { newPublicId } from '../../platform/ids.ts'
import { type ModelOutcome, type ModelTextRequest, writeByModel } from './by-model.ts'

let desk: DebriefFixture
let asked: ModelTextRequest
beforeAll(async () => {
  desk = await openDebriefFixture()
})
beforeEach(async () => {
  asked = await desk.newQuestion()
  desk.model.requests.length = 0
  desk.model.react(replyWell)
})

/** A call that stores what it gets, as operations do. */
async function writeAndStore(preparation = desk.preparation(), text = asked): Promise<ModelOutcome> {
  const told = await writeByModel(preparation, text)
  if ('written' in told) await desk.store(text, told.written, told.jobId)
  return told
}

/** The job of a process that is not this one, good for so many seconds. */
async function jobOfAnother(seconds: number): Promise<string> {
  const id = newPublicId()
  await desk.db.admin(
    `insert into debrief_job (account_id, profile_id, id, locale, started_at, lease_until)
     values ($1, $2, $3, 'en', now(), now() + make_interval(secs => $4))
     on conflict (account_id, profile_id) do update set id = excluded.id, lease_until = excluded.lease_until`,
    [desk.accountId, asked.profileId, id, seconds],
  )
  return id
}

const setJob = (columns: string) =>
  desk.db.admin(`update debrief_job set ${columns} where profile_id = $1`, [asked.profileId])
const debriefs = () => desk.db.admin('select id from debrief where profile_id = $1', [asked.profileId])

/** Notes how often somebody waits a while to look again. */
function patient() {
  const seen = { looks: 0, tell: () => {} }
  const looked = new Promise<void>((resolve) => {
    seen.tell = resolve
  })
  const preparation = desk.preparation({
    pause: (milliseconds) => {
      if (milliseconds >= 300 && milliseconds <= 500 && ++seen.looks === 3) seen.tell()
      return fastPause(milliseconds)
    },
  })
  return { preparation, looked }
}

describe('the job of writing', () => {
  test('is one for twenty calls over two pools: one question, one text, and the others have joined', async () => {
    const other = connect({ connection: desk.db.connection })
    const elsewhere = () => desk.preparation({ transact: (work) => other.inAccount(desk.accountId, work) })
    const before = await desk.generations()
    const calls = Array.from({ length: 20 }, (_, at) =>
      writeAndStore(at % 2 ? elsewhere() : desk.preparation()),
    )
    const told = await Promise.all(calls)
    await other.close()
    expect(told.filter((one) => 'written' in one)).toHaveLength(1)
    expect(told.filter((one) => 'joined' in one)).toHaveLength(19)
    expect(desk.model.requests).toHaveLength(1)
    expect(await debriefs()).toHaveLength(1)
    expect(await desk.jobs(asked.profileId)).toEqual([])
    expect(await desk.generations()).toHaveLength(before.length + 1)
  })

  test('has a lease that is renewed while the writer lives', async () => {
    let beats = 0
    const beating = desk.preparation({
      pause: async (milliseconds) => {
        if (milliseconds === 5000 && beats++ === 0) await setJob(`lease_until = now() + interval '1 second'`)
        return fastPause(milliseconds)
      },
    })
    desk.model.react(async (response, one) => {
      await expect.poll(() => beats).toBeGreaterThan(2)
      return replyWell(response, one)
    })
    expect(await writeByModel(beating, asked)).toHaveProperty('written')
    const [row] = await desk.db.admin<{ left: number }>(
      'select extract(epoch from lease_until - now())::int as left from debrief_job where profile_id = $1',
      [asked.profileId],
    )
    expect(row?.left).toBeGreaterThan(5)
  })

  test('of a dead process ends by its lease: whoever waits takes it over', async () => {
    await jobOfAnother(60)
    const { preparation, looked } = patient()
    const waiting = writeAndStore(preparation)
    await looked
    expect(desk.model.requests).toEqual([])
    await setJob(`lease_until = now() - interval '1 second'`)
    expect(await waiting).toHaveProperty('written')
    expect(await desk.jobs(asked.profileId)).toEqual([])
  })

  test('of a process that gave up is gone at once, and the next one writes', async () => {
    await jobOfAnother(60)
    const { preparation, looked } = patient()
    const waiting = writeAndStore(preparation)
    await looked
    await desk.db.admin('delete from debrief_job where profile_id = $1', [asked.profileId])
    expect(await waiting).toHaveProperty('written')
  })

  test('of another call is told of as writing, to whoever waits for it', async () => {
    await jobOfAnother(60)
    const { preparation, looked } = patient()
    const waiting = writeAndStore(preparation)
    await looked
    expect(preparation.steps).toEqual(['Reading results', 'Writing debrief'])
    await setJob(`lease_until = now() - interval '1 second'`)
    expect(await waiting).toHaveProperty('written')
  })

  test('that another process has taken over counts there: the one that was taken for dead joins', async () => {
    desk.model.react(silence)
    const slow = writeAndStore()
    await desk.model.arrived(1)
    const id = await jobOfAnother(60)
    await expect.poll(desk.model.inFlight).toBe(0)
    const told = await writeByModel(desk.preparation({ askModel: undefined }), await desk.newQuestion())
    expect(told).toHaveProperty('reason')
    desk.model.react(replyWell)
    const [text] = [await writeByModel(desk.preparation(), await desk.newQuestion())]
    if (!('written' in text)) throw new Error('no text')
    await desk.store(asked, text.written, id)
    expect(await slow).toEqual({ joined: true })
    expect(await debriefs()).toHaveLength(1)
  })

  test('that takes too long for whoever waits ends the wait as unavailable, and goes on', async () => {
    const id = await jobOfAnother(60)
    const end = Promise.resolve()
    const waiting = writeByModel(desk.preparation({ pause: fastPauseUntil(end) }), asked)
    await expect(waiting).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'debrief_under_way',
      retryAfterSeconds: 15,
      message: expect.stringMatching(/^The debrief is still being generated\./),
    })
    expect(await desk.jobs(asked.profileId)).toEqual([{ id }])
  })

  test('is not taken for a text that stands, unless that very text is to be replaced', async () => {
    await writeAndStore()
    const [standing] = await desk.db.admin<{ id: string }>('select id from debrief where profile_id = $1', [
      asked.profileId,
    ])
    expect(await writeAndStore()).toEqual({ joined: true })
    expect(await desk.jobs(asked.profileId)).toEqual([])
    expect(desk.model.requests).toHaveLength(1)
    expect(await writeAndStore(undefined, { ...asked, replaces: standing?.id })).toHaveProperty('written')
    expect(desk.model.requests).toHaveLength(2)
  })

  test('of a text in an older state does not stand in the way of one of new results', async () => {
    await writeAndStore()
    expect(await writeAndStore(undefined, { ...asked, resultsHash: 'b'.repeat(64) })).toHaveProperty(
      'written',
    )
  })

  test('goes with a profile that is deleted meanwhile, and nothing comes back', async () => {
    desk.model.react(async (response, one) => {
      await desk.db.admin('delete from profile where id = $1', [asked.profileId])
      return replyWell(response, one)
    })
    expect(await writeByModel(desk.preparation(), asked)).toEqual({ joined: true })
    expect(await desk.jobs(asked.profileId)).toEqual([])
    expect(await writeByModel(desk.preparation(), asked)).toEqual({ joined: true })
    expect(desk.model.requests).toHaveLength(1)
  })

  test('is not taken for a profile that is being deleted, and nobody fails because of it', async () => {
    const [isGoing, mayGo] = [latch(), latch()]
    const going = desk.db.database.inAccount(desk.accountId, async (sql) => {
      await sql.run('delete from profile where account_id = $1 and id = $2', [
        desk.accountId,
        asked.profileId,
      ])
      isGoing.open()
      await mayGo.opened
    })
    await isGoing.opened
    const written = writeByModel(desk.preparation(), asked)
    const waiting =
      'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1'
    await expect.poll(() => desk.db.admin(waiting, ['Lock'])).toHaveLength(1)
    mayGo.open()
    await going
    expect(await written).toEqual({ joined: true })
    expect(desk.model.requests).toHaveLength(0)
  })
})
