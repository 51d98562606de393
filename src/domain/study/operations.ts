import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { focusFormName, focusFormOf } from '../../content/forms.ts'
import { notFound } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { shownCriteria } from './criteria.ts'
import { listCriteria } from './criteria-store.ts'
import { codebookFor, figuresCsv, rowsCsv } from './files.ts'
import {
  mostEligibleCounted,
  releaseEveryDays,
  Study,
  StudyEligibility,
  StudyExport,
  smallestAccount,
} from './model.ts'
import {
  countEligible,
  countEligibleUpTo,
  endOpenStudy,
  findNewestRelease,
  findNewestStudy,
  insertStudy,
  type StudyRow,
} from './store.ts'

const nothing = z.strictObject({})

const participation =
  'Nothing here says who takes part: there is no list of them, no event, no audit entry and no count, and people are ' +
  'invited and counted at times that depend on no one.'

export const openStudy = operation({
  name: 'open_study',
  summary: 'Open a validation study',
  description: `People who have completed the account's length of Focus can then take part from the page with their results. Returns the open study if there is one. ${participation}`,
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  input: nothing,
  output: Study,
  rest: {
    group: 'studies',
    route: 'POST /study',
    sdk: 'studies.open',
    key: 'study',
    status: 201,
    otherStatus: 200,
  },
  async run(context) {
    const { sql, account, newId } = context
    const newest = await findNewestStudy(sql, account.id)
    if (newest?.endedAt === null)
      return {
        resource: await studyOf(context, newest),
        created: false,
        changes: [requested('open', account.id)],
      }
    const openedAt = context.now()
    const nextReleaseAt = new Date(openedAt.getTime() + releaseEveryDays * 86_400_000)
    const focusForm = focusFormOf(account.preferences.focusForm).id
    const study = { id: newId(), focusForm, openedAt, nextReleaseAt, margin: randomInt(10) }
    await insertStudy(sql, account.id, study)
    return {
      resource: await studyOf(context, await newestStudy(context)),
      changes: [requested('open', account.id)],
    }
  },
})

export const endStudy = operation({
  name: 'end_study',
  summary: 'End the validation study',
  description:
    'Deletes what the study holds about people: their agreements, addresses, second answers and criteria. What was ' +
    'released stays. Returns the newest study; null if there never was one.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  input: nothing,
  output: Study.nullable(),
  rest: { group: 'studies', route: 'POST /study/end', sdk: 'studies.end', key: 'study', status: 200 },
  async run(context) {
    const { sql, account, now } = context
    await endOpenStudy(sql, account.id, now())
    const study = await findNewestStudy(sql, account.id)
    return {
      resource: study ? await studyOf(context, study) : null,
      changes: [requested('ended', account.id)],
    }
  },
})

export const getStudy = operation({
  name: 'get_study',
  summary: 'Read the validation study and its newest release',
  description: `Null if there never was one. A release has no figure of fewer than 50 people, and each has noise and its 95% interval. ${participation}`,
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: nothing,
  output: Study.nullable(),
  rest: { group: 'studies', route: 'GET /study', sdk: 'studies.get', key: 'study', status: 200 },
  async run(context) {
    const study = await findNewestStudy(context.sql, context.account.id)
    return { resource: study ? await studyOf(context, study) : null }
  },
})

export const getStudyEligibility = operation({
  name: 'get_study_eligibility',
  summary: 'Count who could take part in a study',
  description:
    'What to know before a study is opened: how many people with results could take part now, and how many are needed ' +
    "for a release. Of the account's length of Focus. It says nothing about who takes part.",
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: nothing,
  output: StudyEligibility,
  rest: {
    group: 'studies',
    route: 'GET /study/eligibility',
    sdk: 'studies.getEligibility',
    key: 'eligibility',
    status: 200,
  },
  async run({ sql, account }) {
    const form = focusFormOf(account.preferences.focusForm).id
    const counted = await countEligibleUpTo(sql, account.id, { form, bound: mostEligibleCounted + 1 })
    const eligible = Math.min(counted, mostEligibleCounted)
    const isComplete = counted <= mostEligibleCounted
    return { resource: { focusForm: focusFormName(form), eligible, isComplete, smallestAccount } }
  },
})

export const exportStudy = operation({
  name: 'export_study',
  summary: 'Export the newest release of the study as files',
  description:
    'Null until something was released. A codebook, all figures, and one line for each person used, generalized so that each line is shared by at least ' +
    'five of them (k-anonymity) and that at most two thirds of the people with its values took part. The export ' +
    'changes only with a new release.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: nothing,
  output: StudyExport.nullable(),
  rest: { group: 'studies', route: 'GET /study/export', sdk: 'studies.export', key: 'export', status: 200 },
  async run({ sql, account }) {
    const study = await findNewestStudy(sql, account.id)
    const release = study && (await findNewestRelease(sql, account.id, study.id))
    if (!release) return { resource: null }
    const criteria = await listCriteria(sql, account.id, study.id)
    return {
      resource: {
        number: release.number,
        codebook: codebookFor(release.figures, criteria),
        figuresCsv: figuresCsv(release.figures),
        rowsCsv: rowsCsv(release.rows),
      },
    }
  },
})

/** Recorded for every request, also one that finds it done: the audit log then says who wanted it. */
function requested(study: 'open' | 'ended', accountId: string): Change {
  return { target: { type: 'account', id: accountId }, changes: { study } }
}

async function newestStudy({ sql, account }: Context): Promise<StudyRow> {
  const study = await findNewestStudy(sql, account.id)
  if (!study) throw notFound('There is no study.')
  return study
}

async function studyOf({ sql, account }: Context, study: StudyRow): Promise<z.output<typeof Study>> {
  const { id, openedAt, endedAt, focusForm, nextReleaseAt } = study
  const [eligible, criteria, release] = await Promise.all([
    countEligible(sql, account.id, focusForm),
    listCriteria(sql, account.id, id),
    findNewestRelease(sql, account.id, id),
  ])
  return {
    openedAt,
    endedAt,
    focusForm: focusFormName(focusForm),
    eligible,
    smallestAccount,
    nextReleaseAt: endedAt === null ? nextReleaseAt : null,
    criteria: shownCriteria(criteria),
    release: release
      ? {
          number: release.number,
          createdAt: release.createdAt,
          people: release.people,
          figures: [...release.figures],
        }
      : null,
  }
}
