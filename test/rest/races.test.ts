import { beforeAll, describe, expect, test } from 'vitest'
import { linkOperations } from '../../src/catalog.ts'
import { type DemoGate, openDemoGate } from '../../src/demo/demo-gate.ts'
import { createDemoPerson } from '../../src/demo/person.ts'
import { openLink, submitAnswers } from '../../src/demo/take-assessments.ts'
import { createRespondent } from '../../src/domain/sandbox/respondent.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { expectEnvelope } from '../support/envelope.ts'
import { type Answer, startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTables, type Tables } from '../support/tables.ts'
import { insertTestTag, newEmail } from '../support/test-rows.ts'

let running: TestService
let tables: Tables
let account: TestAccount
beforeAll(async () => {
  running = await startTestService({ TRIAL_PROFILES: '10', TRIAL_REPORTS: '3' })
  tables = await openTables(running.db)
  account = await running.account()
})

const trial = () =>
  running.account({ billingStatus: 'trialing', trialEndsAt: new Date(Date.now() + 86_400_000) })
const many = (count: number, ask: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(at)))
const newId = (fields: object = { email: newEmail() }, by = account) =>
  by.call('POST', '/profile', fields).then(({ body }) => String(body.profile.id))
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const rounds = (count: number) => Array.from({ length: count }, (_, round) => round)

// The service has ten connections to the database, so sixteen requests compete for them as fifty do.
describe('sixteen requests at once, three rounds', () => compete(16, 3))
describe('fifty requests at once, twenty rounds', { tags: 'long' }, () => compete(50, 20))

function compete(crowd: number, roundCount: number): void {
  describe('the trial cap', () => {
    test('concurrent creations: exactly the cap succeeds, the rest is 402 and leaves nothing', async () => {
      const trialing = await trial()
      const answers = await many(crowd, (at) =>
        trialing.call('POST', '/profile', { email: `cap${at}@test.test` }),
      )
      expect(statuses(answers)).toEqual([...Array(10).fill(201), ...Array(crowd - 10).fill(402)])
      for (const answer of answers.filter(({ status }) => status === 402)) {
        expectEnvelope(answer, 'cap')
        expect(answer.body.error.code).toBe('trial_profile_cap')
      }
      const stored = await tables.rows('select 1 from profile where account_id = $1', [trialing.id])
      const audited = await tables.rows(
        `select 1 from audit_entry where account_id = $1 and action = 'create_profile'`,
        [trialing.id],
      )
      expect([stored.length, audited.length]).toEqual([10, 10])
    })

    test('with separate idempotency keys, refused ones store no key', { tags: 'long' }, async () => {
      const trialing = await trial()
      const answers = await many(crowd, () =>
        trialing.call('POST', '/profile', { email: newEmail() }, { 'idempotency-key': newPublicId() }),
      )
      expect(statuses(answers)).toEqual([...Array(10).fill(201), ...Array(crowd - 10).fill(402)])
      const keys = await tables.rows('select 1 from idempotency_key where account_id = $1', [trialing.id])
      expect(keys).toHaveLength(10)
    })

    test('at the cap existing people can be found and invited, and deleting one allows another', {
      tags: 'long',
    }, async () => {
      const trialing = await trial()
      const ids: string[] = []
      for (const at of rounds(10)) ids.push(await newId({ email: `full${at}@test.test` }, trialing))
      const again = await trialing.call('POST', '/profile', { email: 'full3@test.test' })
      expect([again.status, again.body.created]).toEqual([200, false])
      expect((await trialing.call('POST', `/profile/${ids[0]}/invite/email`)).status).toBe(204)
      const more = { firstName: 'One more', tagIds: [newPublicId()] }
      expect((await trialing.call('POST', '/profile', more)).status, '402 before 404').toBe(402)
      expect((await trialing.call('DELETE', `/profile/${ids[9]}`)).status).toBe(204)
      const answers = await many(crowd, () => trialing.call('POST', '/profile', { firstName: 'One more' }))
      expect(statuses(answers)).toEqual([201, ...Array(crowd - 1).fill(402)])
    })

    test('the last place, requested often for the same person, goes to that person', {
      tags: 'long',
    }, async () => {
      const trialing = await trial()
      for (const at of rounds(9)) await newId({ firstName: `Person ${at}` }, trialing)
      const answers = await many(crowd, () => trialing.call('POST', '/profile', { email: 'last@test.test' }))
      expect(statuses(answers)).toEqual([...Array(crowd - 1).fill(200), 201])
    })
  })

  test('six concurrent reports are all counted, and creations meet the limit: 201 before, 402 after', async () => {
    const trialing = await trial()
    const ready: (() => Promise<void>)[] = []
    for (const at of rounds(6)) {
      const { demoGate, taker } = await openPerson(trialing, { kind: 'opened', daysAgo: 1 })
      ready.push(() =>
        submitAnswers(demoGate, taker, createRespondent(`Person ${at}`), { disc: 24, focus: 120, core: 21 }),
      )
    }
    const create = () => trialing.call('POST', '/profile', { email: newEmail() })
    const [, early] = await Promise.all([Promise.all(ready.map((finish) => finish())), many(crowd, create)])
    for (const one of early) expect([201, 402], one.text).toContain(one.status)
    const standing = await tables.rows<{ trial_reports_used: number; reports_generated: number }>(
      'select trial_reports_used, reports_generated from account where id = $1',
      [trialing.id],
    )
    expect(standing).toEqual([{ trial_reports_used: 6, reports_generated: 6 }])
    const changes = await tables.watch()
    const late = await many(crowd, create)
    expect(new Set(late.map(({ body }) => body.error?.code))).toEqual(new Set(['trial_report_limit']))
    expect(await changes()).toEqual([])
  })

  test('concurrent creations for the same email: one profile, one created: true, the rest is 200 false', async () => {
    const email = newEmail()
    const answers = await many(crowd, () => account.call('POST', '/profile', { email, firstName: 'Once' }))
    expect(statuses(answers)).toEqual([...Array(crowd - 1).fill(200), 201])
    expect(answers.filter(({ body }) => body.created === true)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.profile.id)).size).toBe(1)
    expect(await tables.rows('select 1 from profile where email = $1', [email])).toHaveLength(1)
  })

  describe('two concurrent writers on one tag', () => {
    const seen = async (tagId: string) =>
      (
        await tables.rows<{ id: string }>(
          'select profile_id as id from profile_tag where tag_id = $1 order by 1',
          [tagId],
        )
      ).map(({ id }) => id)

    test('replacing its profiles: the result is one of the two sets', async () => {
      const tagId = await insertTestTag(running.db, account.id)
      const ids = await Promise.all(rounds(6).map(() => newId()))
      const sets = [ids.slice(0, 4), ids.slice(2)].map((set) => [...set].sort())
      for (const round of rounds(roundCount)) {
        const put = (profileIds: string[] | undefined) =>
          account.call('PUT', `/tag/${tagId}/profiles`, { profileIds })
        const answers = await Promise.all(sets.flatMap((set) => [put(set), put(set)]))
        expect(statuses(answers), `round ${round}`).toEqual([200, 200, 200, 200])
        expect(sets).toContainEqual(await seen(tagId))
        for (const { body } of answers) expect(sets).toContainEqual([...body.tag.profiles].sort())
      }
    })

    test('by PUT and by PATCH, and one unknown profile changes nothing', { tags: 'long' }, async () => {
      const tagId = await insertTestTag(running.db, account.id)
      const ids = (await Promise.all(rounds(3).map(() => newId()))).sort()
      for (const round of rounds(Math.min(roundCount, 10))) {
        const answers = await Promise.all([
          account.call('PUT', `/tag/${tagId}/profiles`, { profileIds: ids }),
          account.call('PATCH', `/tag/${tagId}`, { profiles: ids.slice(0, 1) }),
          account.call('PUT', `/tag/${tagId}/profiles`, { profileIds: [newPublicId()] }),
        ])
        expect(
          answers.map(({ status }) => status),
          `round ${round}`,
        ).toEqual([200, 200, 404])
        expect([ids, ids.slice(0, 1)]).toContainEqual(await seen(tagId))
      }
    })

    test('concurrent additions of different profiles are all there', { tags: 'long' }, async () => {
      const tagId = await insertTestTag(running.db, account.id)
      const ids = (await Promise.all(rounds(crowd).map(() => newId()))).sort()
      const answers = await many(crowd, (at) =>
        account.call('POST', `/tag/${tagId}/profiles`, { profileIds: [ids[at]] }),
      )
      expect(new Set(statuses(answers))).toEqual(new Set([200]))
      expect(await seen(tagId)).toEqual(ids)
    })
  })

  test('a deletion, changes, tags, aliases and invites of one profile concurrently: each succeeds or is clearly refused', {
    tags: 'long',
  }, async () => {
    const tagId = await insertTestTag(running.db, account.id)
    for (const _round of rounds(Math.min(roundCount, 12))) {
      const id = await newId()
      const alias = { resourceType: 'profile', resourceId: id, consumerKey: newPublicId() }
      const answers = await Promise.all([
        account.call('PATCH', `/profile/${id}`, { firstName: 'Late' }),
        account.call('PUT', `/tag/${tagId}/profiles`, { profileIds: [id] }),
        account.call('POST', `/tag/${tagId}/profiles`, { profileIds: [id] }),
        account.call('POST', '/resource-alias', alias),
        account.call('POST', `/profile/${id}/invite/email`),
        account.call('DELETE', `/profile/${id}`),
        account.call('DELETE', `/tag/${tagId}/profiles`, { profileIds: [id] }),
      ])
      expect(answers[5]?.status).toBe(204)
      for (const answer of answers) {
        expect([200, 201, 204, 403, 404, 409], answer.text).toContain(answer.status)
        if (answer.status >= 400) expectEnvelope(answer, 'crossing')
      }
      expect((await account.call('GET', `/profile/${id}`)).status).toBe(404)
      expect(
        Object.keys(await tables.holding(id)).filter((name) => !['audit_entry', 'event'].includes(name)),
      ).toEqual([])
    }
    const tag = await account.call('GET', `/tag/${tagId}`)
    expect(tag.body.tag.profiles).toEqual([])
  })

  test('a retake concurrent with saves loses no acknowledged answer', { tags: 'long' }, async () => {
    for (const round of rounds(Math.min(roundCount, 6))) {
      const story = { kind: 'underway', daysAgo: 1, disc: 24, focus: 20, core: 0 } as const
      const { demoGate, taker } = await openPerson(account, story)
      const save = (item: number) =>
        demoGate
          .gate(
            linkOperations.saveAnswers,
            taker,
            { attempt: 1, answers: [{ assessment: 'focus', item, value: 3, seq: 1000 + item }] },
            { id: 'race' },
          )
          .then(
            ({ resource }) => (resource.saved.length > 0 ? item : undefined),
            (error: { code?: string }) => {
              expect(error.code).toBe('attempt_changed')
              return undefined
            },
          )
      const path = `/profile/${taker.profileId}/retake`
      const [retake, ...saved] = await Promise.all([
        account.call('POST', path, { assessmentIds: ['disc'] }),
        ...[30, 31, 32, 33].map(save),
      ])
      expect(retake.status, retake.text).toBe(200)
      expect(retake.body.profile.attempt).toBe(2)
      const kept = await tables.rows<{ item: number }>(
        `select item from answer where profile_id = $1 and attempt = 2 and assessment = 'focus' and item >= 30`,
        [taker.profileId],
      )
      const acknowledged = saved.filter((item) => item !== undefined)
      expect(kept.map(({ item }) => item).sort(), `round ${round}`).toEqual(acknowledged.sort())
    }
  })

  test('concurrent retakes: one, and the rest is 400', { tags: 'long' }, async () => {
    const { taker } = await openPerson(account, { kind: 'done', daysAgo: 1 })
    const answers = await many(crowd, () => account.call('POST', `/profile/${taker.profileId}/retake`))
    expect(statuses(answers)).toEqual([200, ...Array(crowd - 1).fill(400)])
  })
}

/** An invited person who runs through a story, with the session of their link. */
async function openPerson(by: TestAccount, story: Parameters<typeof createDemoPerson>[2]['story']) {
  const { parts } = running.service
  const person = {
    firstName: 'Noor',
    lastName: 'Okafor',
    locale: 'en',
    tags: [],
    mailbox: newPublicId(),
    story,
  }
  const link = await createDemoPerson(parts, by, person, [])
  await running.service.drainOutbox()
  const demoGate: DemoGate = openDemoGate(parts, parts.clock())
  return { demoGate, taker: await openLink(parts, demoGate, String(link), 'desktop') }
}
