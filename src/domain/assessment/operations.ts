import { z } from 'zod'
import { formHash } from '../../content/form-hash.ts'
import { coreDesign, discForm } from '../../content/forms.ts'
import { currentWording, firstWording, formAt } from '../../content/wordings.ts'
import { callingTaker } from '../../contract/caller.ts'
import { Failure, forbidden } from '../../contract/failure.ts'
import { type Change, type Context, operation, type WriteResult } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, Timestamp } from '../../contract/shapes.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { countReport, recordTrialLimitReached } from '../account/store.ts'
import { countCompleted, countStarted } from '../activity/count.ts'
import { completeInCampaigns, findDeadlineOf, startInCampaigns } from '../campaign-progress/store.ts'
import { queueDebrief } from '../debrief-due/store.ts'
import { recordEvent } from '../event/record.ts'
import { dayIn } from '../message/date-time.ts'
import { completeOrders, progressEvents, startOrders } from '../order-progress/store.ts'
import { Profile } from '../profile/model.ts'
import { lockProfile, markReportCounted, writeDocument } from '../profile/store.ts'
import { readTakerView, type TakerView } from '../profile/taker-view.ts'
import { AnswerInput, AnswersByItem, StopwatchInput, WordingsInput } from './model.ts'
import { blockOrder } from './order.ts'
import { saveQuickly } from './quick-save.ts'
import { updateResponseQuality } from './response-quality.ts'
import { scoreAssessment } from './scores.ts'
import {
  type AnswerValue,
  coreScreen,
  findAnswerError,
  isFullyAnswered,
  type SittingAnswers,
} from './sitting.ts'
import {
  type AttemptKey,
  completeSitting,
  insertResult,
  listSittings,
  type NewAnswer,
  readLinkExpiry,
  readSittingAnswers,
  recordSeconds,
  type Sitting,
  upsertAnswers,
  upsertSitting,
} from './store.ts'

/** Everything the taking page needs to continue where the person left off, on any device. */
export const readSitting = operation({
  name: 'read_sitting',
  summary: 'Read the state of the assessments that the link opened',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({
    ...accountViewFields,
    seesReport: z.boolean(),
    linkExpiresAt: Timestamp.optional(),
    deadline: z.string().nullable(),
    profile: Profile,
    answers: AnswersByItem,
    discOrder: z.array(z.number()),
    wordings: z.record(AssessmentId, z.int()),
    seq: z.number(),
  }),
  async run(context) {
    const { profile, withheld, key, caller } = await openProfile(context)
    const { accountId } = key
    const { inviteId } = caller
    const today = dayIn(context.now(), context.account.preferences.timezone ?? 'UTC')
    const [whole, sittings, linkExpiresAt, deadline] = await Promise.all([
      readSittingAnswers(context.sql, key),
      listSittings(context.sql, key),
      readLinkExpiry(context.sql, accountId, inviteId),
      findDeadlineOf(context.sql, { accountId, inviteId, today }),
    ])
    const sheet = { ...whole }
    for (const assessment of withheld) sheet[assessment] = new Map()
    const stored = sittings.find((sitting) => sitting.assessment === 'disc')?.item_order
    return {
      resource: {
        accountName: context.account.name,
        appearance: await appearanceOf(context.sql, context.account),
        seesReport: context.account.preferences.participantSeesReport !== false,
        linkExpiresAt,
        // Nobody is asked to finish who has.
        deadline: profile.isCompleted ? null : deadline,
        profile,
        answers: answersByItem(sheet),
        discOrder: stored ?? blockOrder(discForm.blocks.length, profile.id, profile.attempt),
        wordings: wordingsOf(sittings),
        seq: Math.max(0, ...Object.values(sheet).flatMap((part) => [...part.values()].map((one) => one.seq))),
      },
    }
  },
})

const SavedAnswers = z.strictObject({
  saved: z.array(z.int()),
  refused: z.array(z.strictObject({ seq: z.int(), reason: z.string() })),
  completed: z.array(AssessmentId),
  done: z.boolean(),
})
type SavedAnswers = z.output<typeof SavedAnswers>

/** Saves answers and seconds, and completes what is finished: all in one transaction, and safe to repeat. */
export const saveAnswers = operation({
  name: 'save_answers',
  summary: 'Save answers and finish assessments',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: [
    ...['assessment.started', 'assessment.completed', 'profile.completed', 'account.trialLimitReached'],
    ...progressEvents,
  ] as const,
  evenPaused: true,
  input: z.strictObject({
    attempt: z.coerce.number().pipe(z.int().min(1).max(10_000)),
    answers: z.array(AnswerInput).max(200).default([]),
    finish: z.array(AssessmentId).max(3).default([]),
    timers: z.array(StopwatchInput).max(10).default([]),
    // Pages from before wordings were recorded send none.
    wordings: WordingsInput.default({}),
  }),
  output: SavedAnswers,
  quick: saveQuickly,
  run: saveSittingAnswers,
})

type AnswerToSave = Omit<z.output<typeof AnswerInput>, 'value'> & {
  value: AnswerValue | { block?: readonly string[] | undefined; best: string; worst: string }
}

type AnswersToSave = {
  attempt: number
  answers: readonly AnswerToSave[]
  finish: readonly AssessmentId[]
  timers: readonly z.output<typeof StopwatchInput>[]
  wordings: WordingsInput
}

/** What the taking page saves, and invented people. The caller is a taker. */
export async function saveSittingAnswers(
  context: Context,
  input: AnswersToSave,
): Promise<WriteResult<SavedAnswers>> {
  const { profile, withheld, key, caller } = await openProfile(context, lockProfile)
  if (caller.purpose !== 'taking') throw forbidden('Open your link again and start there before you answer.')
  if (profile.attempt !== input.attempt) {
    throw new Failure('attempt_changed')
  }
  const sheet = await readSittingAnswers(context.sql, key)
  const unstarted = assessmentIds.filter((id) => sheet[id].size === 0)
  const { saved, refused } = await storeAnswers(context, key, { profile, withheld }, sheet, input)
  await storeSeconds(context, key, profile, input)
  await noteStarted(
    context,
    key,
    unstarted.filter((id) => sheet[id].size > 0),
  )
  const requested = assessmentIds.filter((id) => input.finish.includes(id))
  const finished: AssessmentId[] = []
  for (const assessment of requested) {
    if (!isOpen(profile, assessment) || !isFullyAnswered(assessment, sheet, coreDesign, profile.focusForm))
      continue
    await finishAssessment(context, key, assessment, sheet)
    finished.push(assessment)
  }
  if (finished.length > 0) await updateResponseQuality(context, key, sheet)
  const after = await writeDocument(context.sql, key.accountId, key.profileId)
  if (finished.length > 0) await noteFinished(context, key, after)
  return {
    resource: { saved, refused, ...progressAfter(profile, withheld, after) },
    changes: changesOf(key, finished),
  }
}

/** The first answers of these assessments were saved. */
async function noteStarted(
  { sql, now }: Context,
  key: AttemptKey,
  started: readonly AssessmentId[],
): Promise<void> {
  for (const assessmentId of started) {
    recordEvent(sql, { type: 'assessment.started', data: { ...attemptOf(key), assessmentId } })
  }
  const current = started.at(-1)
  if (current === undefined) return
  const at = now()
  await startOrders(sql, key, started, at)
  await startInCampaigns(sql, key, current, at)
  countStarted(sql, key, { assessments: started.length, now: at })
}

/** Assessments were finished, and perhaps the last one. */
async function noteFinished(context: Context, key: AttemptKey, after: Profile): Promise<void> {
  const { sql, account } = context
  const now = context.now()
  await completeOrders(sql, key, after.completedAssessments, now)
  await noteInCampaigns(context, key, after)
  if (!after.isCompleted) return
  countCompleted(sql, key, {
    outcome: after.quality?.outcome,
    activeSeconds: activeSecondsOf(after),
    now,
  })
  await recordCompletion(context, key, after)
  // Only queued here: nothing of a debrief may keep the person's answers waiting, or refuse them.
  if (account.preferences.debriefOnCompletion) await queueDebrief(sql, key, now)
}

/** The person has finished an assessment, and perhaps the last one. */
async function noteInCampaigns({ sql, now }: Context, key: AttemptKey, after: Profile): Promise<void> {
  const next = assessmentIds.find((id) => isOpen(after, id))
  if (next) return startInCampaigns(sql, key, next, now())
  return completeInCampaigns(sql, key, activeSecondsOf(after), now())
}

function activeSecondsOf({ timers }: Profile): number {
  return timers.reduce((sum, timer) => sum + timer.activeSeconds, 0)
}

/** The person's progress, as far as their link may show it; withheld assessments need no answers. */
function progressAfter(profile: Profile, withheld: readonly AssessmentId[], after: Profile) {
  if (withheld.length === 0) return { completed: after.completedAssessments, done: after.isCompleted }
  const has = (id: AssessmentId) => after.completedAssessments.includes(id) || withheld.includes(id)
  const completed = profile.availableAssessments.filter(has)
  return { completed, done: completed.length === profile.availableAssessments.length }
}

/** Answers are their own record with their time, so the audit log has only the completion of a part. */
function changesOf(key: AttemptKey, finished: readonly AssessmentId[]): Change[] {
  return finished.map((assessment) => ({
    action: 'complete_assessment',
    target: { type: 'profile', id: key.profileId },
    changes: { assessment, attempt: key.attempt },
  }))
}

async function openProfile(context: Context, find?: typeof lockProfile) {
  const caller = callingTaker(context)
  const { profile, withheld } = await readTakerView(context, find)
  const key: AttemptKey = {
    accountId: caller.accountId,
    profileId: caller.profileId,
    attempt: profile.attempt,
  }
  return { profile, withheld, key, caller }
}

function isOpen(profile: Profile, assessment: AssessmentId): boolean {
  return (
    profile.availableAssessments.includes(assessment) && !profile.completedAssessments.includes(assessment)
  )
}

async function storeAnswers(
  context: Context,
  key: AttemptKey,
  { profile, withheld }: TakerView,
  sheet: SittingAnswers,
  { answers, wordings }: { answers: readonly AnswerToSave[]; wordings: WordingsInput },
): Promise<{ saved: number[]; refused: { seq: number; reason: string }[] }> {
  const saved: number[] = []
  const refused: { seq: number; reason: string }[] = []
  const accepted = new Map<string, NewAnswer>()
  for (const answer of answers) {
    const { assessment, item, seq } = answer
    const value = withScreen(answer.value, item, sheet)
    const before = sheet[assessment].get(item)
    if (before && before.seq >= seq && !withheld.includes(assessment)) {
      saved.push(seq)
      continue
    }
    const reason = isOpen(profile, assessment)
      ? findAnswerError(assessment, item, value, sheet, coreDesign, profile.focusForm)
      : 'this assessment takes no more answers'
    if (reason !== undefined) {
      refused.push({ seq, reason })
      continue
    }
    saved.push(seq)
    accepted.set(`${assessment}:${item}`, { assessment, item, value, seq })
    sheet[assessment].set(item, { item, value, seq })
  }
  for (const assessment of new Set([...accepted.values()].map((answer) => answer.assessment))) {
    await beginSitting(context, key, profile, { assessment, wordings, startedAt: context.now() })
  }
  await upsertAnswers(context.sql, key, [...accepted.values()], context.now())
  return { saved, refused }
}

/** A sitting keeps the words it began with; one that has not begun gets the current ones. */
function wordingsOf(sittings: readonly Sitting[]): Record<AssessmentId, number> {
  const wordingOf = (id: AssessmentId) =>
    sittings.find(({ assessment }) => assessment === id)?.wording ?? currentWording
  return { disc: wordingOf('disc'), focus: wordingOf('focus'), core: wordingOf('core') }
}

/** A plain form contains only the two choices of a Core screen; the screen follows from earlier answers. */
function withScreen(value: AnswerToSave['value'], item: number, sheet: SittingAnswers): AnswerValue {
  if (typeof value === 'number' || 'most' in value) return value
  const { block = coreScreen(item, sheet, coreDesign) ?? [], best, worst } = value
  return { block, best, worst }
}

async function beginSitting(
  context: Context,
  key: AttemptKey,
  { focusForm }: Profile,
  {
    assessment,
    wordings,
    startedAt,
  }: { assessment: AssessmentId; wordings: WordingsInput; startedAt: Date | null },
): Promise<void> {
  const wording = wordings[assessment] ?? firstWording
  const itemOrder =
    assessment === 'disc' ? blockOrder(discForm.blocks.length, key.profileId, key.attempt) : null
  const form = formAt(assessment, wording, focusForm)
  const { through } = callingTaker(context).visibility
  await upsertSitting(context.sql, key, {
    ...{ assessment, form, formHash: formHash(assessment, form) },
    ...{ itemOrder, wording, startedAt, through },
  })
}

async function storeSeconds(
  context: Context,
  key: AttemptKey,
  profile: Profile,
  { timers, wordings }: { timers: readonly z.output<typeof StopwatchInput>[]; wordings: WordingsInput },
): Promise<void> {
  const caller = callingTaker(context)
  for (const { assessment, sessionId, activeSeconds, idleSeconds, inactiveSeconds } of timers) {
    if (!isOpen(profile, assessment)) continue
    await beginSitting(context, key, profile, { assessment, wordings, startedAt: null })
    await recordSeconds(context.sql, key, {
      assessment,
      sessionId,
      seconds: { active: activeSeconds, idle: idleSeconds, inactive: inactiveSeconds },
      openedAt: new Date(caller.sessionStartedAt),
      now: context.now(),
    })
  }
}

async function finishAssessment(
  { sql, now }: Context,
  key: AttemptKey,
  assessment: AssessmentId,
  sheet: SittingAnswers,
): Promise<void> {
  const sitting = await completeSitting(sql, key, assessment, now())
  if (!sitting) throw new Error(`There is no sitting of ${assessment} to complete.`)
  const { form, formHash: hash } = sitting
  const scored = scoreAssessment(assessment, sheet, key.profileId, form)
  await insertResult(sql, key, { assessment, ...scored, formHash: hash, now: now() })
  recordEvent(sql, {
    type: 'assessment.completed',
    data: { ...attemptOf(key), assessmentId: assessment },
  })
}

function attemptOf({ profileId, attempt }: AttemptKey) {
  return { profileId, attempt }
}

/** Only the first completion of a person counts as a report. */
async function recordCompletion(
  { sql, now, account, installation }: Context,
  key: AttemptKey,
  { availableAssessments }: Profile,
): Promise<void> {
  recordEvent(sql, {
    type: 'profile.completed',
    data: { ...attemptOf(key), assessmentIds: availableAssessments },
  })
  if (!(await markReportCounted(sql, key.accountId, key.profileId))) return
  const used = await countReport(sql, key.accountId, now())
  if (account.billingStatus === 'trialing' && used >= installation.trial.reports) {
    await recordTrialLimitReached(sql, key.accountId, 'reports')
  }
}

/** Stored answers by item number, in the format of the page. They were validated when they were saved. */
function answersByItem(sheet: SittingAnswers): AnswersByItem {
  const valuesByItem = <Value>(answers: SittingAnswers[AssessmentId]): Record<number, Value> =>
    Object.fromEntries([...answers.values()].map(({ item, value }) => [item, value as Value]))
  return { disc: valuesByItem(sheet.disc), focus: valuesByItem(sheet.focus), core: valuesByItem(sheet.core) }
}
