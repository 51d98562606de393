import { currentWording } from '../../content/wordings.ts'
import type { TakerCaller } from '../../contract/caller.ts'
import { Failure, invalid } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import type { AssessmentId } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { recordAgreement } from '../agreement/record-agreement.ts'
import { saveSittingAnswers } from '../assessment/operations.ts'
import { listSittings } from '../assessment/store.ts'
import { openInvite } from '../invite/operations.ts'
import { isInviteExpired, isInviteValid } from '../invite/state.ts'
import { type InviteRow, insertInvite, supersedeInvites } from '../invite/store.ts'
import { makerOf } from '../link/maker.ts'
import { progressEvents } from '../order-progress/store.ts'
import type { Profile } from '../profile/model.ts'
import type { PersonaRequest } from './addresses.ts'
import { type AnsweredAssessment, answersOfPersona } from './answer-sheet.ts'
import type { ShownAttempt } from './shown-order.ts'
import { findLastSeq, findNewestInvite } from './store.ts'

export type Answering = PersonaRequest & {
  /** Default: all that the person has not completed. */
  assessmentIds?: readonly AssessmentId[] | undefined
  /** The number of answers, if the person stops before the end. */
  mostAnswers?: number
}

/** The events of a person who answers. */
export const answeringEvents = [
  'invite.opened',
  'profile.activated',
  'assessment.started',
  'assessment.completed',
  'profile.completed',
  ...progressEvents,
] as const

/**
 * Lets an invented person start from their link and answer, as a browser would: the same checks, scoring and events. The
 * caller has locked the profile. Returns the audit changes.
 */
export async function answerAsPersona(
  context: Context,
  profile: Profile,
  { persona, seed, assessmentIds, mostAnswers }: Answering,
): Promise<Change[]> {
  const asked = assessmentsToAnswer(profile, assessmentIds)
  const shownTo = await shownAttempt(context, profile)
  const parts = firstAnswers(
    answersOfPersona(persona, seed, asked, { focusForm: profile.focusForm, shownTo }),
    mostAnswers,
  )
  const invite = await startFromInvite(context, profile)
  const { sql, account } = context
  const { id: profileId, attempt } = profile
  let last = await findLastSeq(sql, account.id, { profileId, attempt })
  const taking = { ...context, caller: takerOf(context, profile, invite, parts) }
  const changes: Change[] = []
  for (const { assessment, answers, activeSeconds, isWhole } of parts) {
    const from = last + 1
    const numbered = answers.map((answer, at) => ({ ...answer, seq: from + at }))
    last += answers.length
    const saved = await saveSittingAnswers(taking, {
      attempt,
      answers: numbered,
      timers: [stopwatchOf(assessment, activeSeconds)],
      finish: isWhole ? [assessment] : [],
      wordings: { [assessment]: currentWording },
    })
    const [refused] = saved.resource.refused
    if (refused) throw new Error(`A sandbox person gave an answer that was refused: ${refused.reason}`)
    changes.push(...saved.changes)
  }
  return changes
}

async function shownAttempt({ sql, account }: Context, { id, attempt }: Profile): Promise<ShownAttempt> {
  const sittings = await listSittings(sql, { accountId: account.id, profileId: id, attempt })
  const begun = sittings.find(({ assessment }) => assessment === 'disc')
  return { profileId: id, attempt, discOrder: begun?.item_order ?? undefined }
}

/** Starts from the newest invite if it is still open, otherwise from a link that nobody was sent. */
export async function startFromInvite(
  context: Context,
  profile: Profile,
): Promise<Pick<InviteRow, 'id' | 'recipient'>> {
  const { sql, account, now } = context
  const newest = await findNewestInvite(sql, account.id, profile.id)
  const isOpen = newest && isInviteValid(newest, profile) && !isInviteExpired(newest, now())
  const invite = isOpen ? newest : await addLink(context, profile)
  const { id: profileId, attempt, locale } = profile
  await recordAgreement(context, { profileId, attempt }, { locale: locale ?? 'en' })
  await openInvite(context, { inviteId: invite.id, profile, takes: true })
  return invite
}

async function addLink(
  { sql, account, caller, now, newId }: Context,
  { id: profileId }: Profile,
): Promise<Pick<InviteRow, 'id' | 'recipient'>> {
  const at = now()
  const invite = { id: newId(), channel: 'link', recipient: null } as const
  await supersedeInvites(sql, account.id, profileId, at)
  await insertInvite(sql, {
    ...invite,
    accountId: account.id,
    profileId,
    origin: 'account',
    maker: makerOf(caller),
    tokenHash: hashSecret(newAccountSecret('tmb_link_', account.id)),
    now: at,
    expiresAt: new Date(at.getTime() + 12 * 3_600_000),
  })
  return invite
}

function assessmentsToAnswer(
  { availableAssessments, completedAssessments }: Profile,
  wanted: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const unavailable = wanted?.find((id) => !availableAssessments.includes(id))
  if (unavailable) {
    const available = availableAssessments.join(', ')
    throw invalid(`The profile does not have ${unavailable}. It has ${available}.`, {
      param: 'assessmentIds',
    })
  }
  const open = availableAssessments.filter(
    (id) => !completedAssessments.includes(id) && (wanted?.includes(id) ?? true),
  )
  if (open.length === 0) throw new Failure('nothing_to_answer')
  return open
}

function firstAnswers(
  parts: readonly AnsweredAssessment[],
  most: number | undefined,
): readonly AnsweredAssessment[] {
  const [first] = parts
  if (most === undefined || !first) return parts
  const answers = first.answers.slice(0, most)
  const activeSeconds = Math.ceil((first.activeSeconds * most) / first.answers.length)
  return [{ ...first, answers, activeSeconds, isWhole: false }]
}

/** The session began as long ago as the answers take, because no stopwatch in it can have run longer. */
function takerOf(
  { account, installation, now }: Context,
  { id: profileId }: Profile,
  invite: Pick<InviteRow, 'id' | 'recipient'>,
  parts: readonly AnsweredAssessment[],
): TakerCaller {
  const seconds = parts.reduce(
    (sum, part) => sum + part.activeSeconds + idleSecondsOf(part.activeSeconds),
    60,
  )
  return {
    kind: 'taker',
    accountId: account.id,
    region: installation.region,
    profileId,
    inviteId: invite.id,
    channel: 'link',
    purpose: 'taking',
    sessionStartedAt: new Date(now().getTime() - seconds * 1000).toISOString(),
    visibility: { through: invite.recipient ?? `invite:${invite.id}`, fields: 'all' },
  }
}

function stopwatchOf(assessment: AssessmentId, activeSeconds: number) {
  const idleSeconds = idleSecondsOf(activeSeconds)
  return { assessment, sessionId: `sandbox-${assessment}`, activeSeconds, idleSeconds, inactiveSeconds: 0 }
}

function idleSecondsOf(activeSeconds: number): number {
  return Math.round(activeSeconds / 20)
}
