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

let fixture: DebriefFixture
let request: ModelTextRequest
beforeAll(async () => {
  fixture = await openDebriefFixture()
})
beforeEach(async () => {
  request = await fixture.newQuestion()
  fixture.model.requests.length = 0
  fixture.model.react(replyWell)
})

/** A call that stores the text it gets, as operations do. */
async function writeAndStore(preparation = fixture.preparation(), text = request): Promise<ModelOutcome> {
  const outcome = await writeByModel(preparation, text)
  if ('written' in outcome) await fixture.store(text, outcome.written, outcome.jobId)
  return outcome
}

/** A job of another process, with a lease of this many seconds. */
async function insertForeignJob(seconds: number): Promise<string> {
  const id = newPublicId()
  await fixture.db.admin(
    `insert into debrief_job (account_id, profile_id, id, locale, started_at, lease_until)
     values ($1, $2, $3, 'en', now(), now() + make_interval(secs => $4))
     on conflict (account_id, profile_id) do update set id = excluded.id, lease_until = excluded.lease_until`,
    [fixture.accountId, request.profileId, id, seconds],
  )
  return id
}

const setJob = (columns: string) =>
  fixture.db.admin(`update debrief_job set ${columns} where profile_id = $1`, [request.profileId])
const debriefs = () => fixture.db.admin('select id from debrief where profile_id = $1', [request.profileId])

/** Resolves once a waiting call has checked the job three times. */
function observeWaiting() {
  const seen = { checks: 0, resolve: () => {} }
  const hasChecked = new Promise<void>((resolve) => {
    seen.resolve = resolve
  })
  const preparation = fixture.preparation({
    pause: (milliseconds) => {
      if (milliseconds >= 300 && milliseconds <= 500 && ++seen.checks === 3) seen.resolve()
      return fastPause(milliseconds)
    },
  })
  return { preparation, hasChecked }
}

describe('the job of writing', () => {
  test('is shared by twenty calls over two pools: one model request, one text, and the others join', async () => {
    const other = connect({ connection: fixture.db.connection })
    const otherPool = () =>
      fixture.preparation({ transact: (work) => other.inAccount(fixture.accountId, work) })
    const before = await fixture.generations()
    const calls = Array.from({ length: 20 }, (_, at) =>
      writeAndStore(at % 2 ? otherPool() : fixture.preparation()),
    )
    const outcomes = await Promise.all(calls)
    await other.close()
    expect(outcomes.filter((result) => 'written' in result)).toHaveLength(1)
    expect(outcomes.filter((result) => 'joined' in result)).toHaveLength(19)
    expect(fixture.model.requests).toHaveLength(1)
    expect(await debriefs()).toHaveLength(1)
    expect(await fixture.jobs(request.profileId)).toEqual([])
    expect(await fixture.generations()).toHaveLength(before.length + 1)
  })

  test('has a lease that is renewed while the writer runs', async () => {
    let renewals = 0
    const preparation = fixture.preparation({
      pause: async (milliseconds) => {
        if (milliseconds === 5000 && renewals++ === 0)
          await setJob(`lease_until = now() + interval '1 second'`)
        return fastPause(milliseconds)
      },
    })
    fixture.model.react(async (response, modelRequest) => {
      await expect.poll(() => renewals).toBeGreaterThan(2)
      return replyWell(response, modelRequest)
    })
    expect(await writeByModel(preparation, request)).toHaveProperty('written')
    const [row] = await fixture.db.admin<{ left: number }>(
      'select extract(epoch from lease_until - now())::int as left from debrief_job where profile_id = $1',
      [request.profileId],
    )
    expect(row?.left).toBeGreaterThan(5)
  })

  test('of a dead process expires and is taken over by a waiting call', async () => {
    await insertForeignJob(60)
    const { preparation, hasChecked } = observeWaiting()
    const waiting = writeAndStore(preparation)
    await hasChecked
    expect(fixture.model.requests).toEqual([])
    await setJob(`lease_until = now() - interval '1 second'`)
    expect(await waiting).toHaveProperty('written')
    expect(await fixture.jobs(request.profileId)).toEqual([])
  })

  test('of a process that gave up is removed immediately, and the next call writes', async () => {
    await insertForeignJob(60)
    const { preparation, hasChecked } = observeWaiting()
    const waiting = writeAndStore(preparation)
    await hasChecked
    await fixture.db.admin('delete from debrief_job where profile_id = $1', [request.profileId])
    expect(await waiting).toHaveProperty('written')
  })

  test('of another call is reported as progress to waiting calls', async () => {
    await insertForeignJob(60)
    const { preparation, hasChecked } = observeWaiting()
    const waiting = writeAndStore(preparation)
    await hasChecked
    expect(preparation.steps).toEqual(['Reading results', 'Writing debrief'])
    await setJob(`lease_until = now() - interval '1 second'`)
    expect(await waiting).toHaveProperty('written')
  })

  test('that another process has taken over belongs to it: the previous writer joins', async () => {
    fixture.model.react(silence)
    const slow = writeAndStore()
    await fixture.model.arrived(1)
    const id = await insertForeignJob(60)
    await expect.poll(fixture.model.inFlight).toBe(0)
    const outcome = await writeByModel(
      fixture.preparation({ askModel: undefined }),
      await fixture.newQuestion(),
    )
    expect(outcome).toHaveProperty('reason')
    fixture.model.react(replyWell)
    const [text] = [await writeByModel(fixture.preparation(), await fixture.newQuestion())]
    if (!('written' in text)) throw new Error('no text')
    await fixture.store(request, text.written, id)
    expect(await slow).toEqual({ joined: true })
    expect(await debriefs()).toHaveLength(1)
  })

  test('that takes too long fails the waiting call as unavailable, and continues', async () => {
    const id = await insertForeignJob(60)
    const end = Promise.resolve()
    const waiting = writeByModel(fixture.preparation({ pause: fastPauseUntil(end) }), request)
    await expect(waiting).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'debrief_under_way',
      retryAfterSeconds: 15,
      message: expect.stringMatching(/^The debrief is still being generated\./),
    })
    expect(await fixture.jobs(request.profileId)).toEqual([{ id }])
  })

  test('is not claimed if the text exists, unless that text is to be replaced', async () => {
    await writeAndStore()
    const [stored] = await fixture.db.admin<{ id: string }>('select id from debrief where profile_id = $1', [
      request.profileId,
    ])
    expect(await writeAndStore()).toEqual({ joined: true })
    expect(await fixture.jobs(request.profileId)).toEqual([])
    expect(fixture.model.requests).toHaveLength(1)
    expect(await writeAndStore(undefined, { ...request, replaces: stored?.id })).toHaveProperty('written')
    expect(fixture.model.requests).toHaveLength(2)
  })

  test('is claimed for new results although a text of older results exists', async () => {
    await writeAndStore()
    expect(await writeAndStore(undefined, { ...request, resultsHash: 'b'.repeat(64) })).toHaveProperty(
      'written',
    )
  })

  test('is removed with a profile that is deleted in the meantime', async () => {
    fixture.model.react(async (response, modelRequest) => {
      await fixture.db.admin('delete from profile where id = $1', [request.profileId])
      return replyWell(response, modelRequest)
    })
    expect(await writeByModel(fixture.preparation(), request)).toEqual({ joined: true })
    expect(await fixture.jobs(request.profileId)).toEqual([])
    expect(await writeByModel(fixture.preparation(), request)).toEqual({ joined: true })
    expect(fixture.model.requests).toHaveLength(1)
  })

  test('is not claimed for a profile that is being deleted, and no call fails', async () => {
    const [isDeleting, mayCommit] = [latch(), latch()]
    const deletion = fixture.db.database.inAccount(fixture.accountId, async (sql) => {
      await sql.run('delete from profile where account_id = $1 and id = $2', [
        fixture.accountId,
        request.profileId,
      ])
      isDeleting.open()
      await mayCommit.opened
    })
    await isDeleting.opened
    const joining = writeByModel(fixture.preparation(), request)
    const waiting =
      'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1'
    await expect.poll(() => fixture.db.admin(waiting, ['Lock'])).toHaveLength(1)
    mayCommit.open()
    await deletion
    expect(await joining).toEqual({ joined: true })
    expect(fixture.model.requests).toHaveLength(0)
  })
})
