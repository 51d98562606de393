import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, PublicId } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import { endLinksOfPerson } from '../link/store.ts'
import { openNextAttempt } from '../profile/attempt-store.ts'
import { retakenProfile } from '../profile/examples.ts'
import { type Profile, toWrittenProfile, WrittenProfile } from '../profile/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile, writeDocument } from '../profile/store.ts'
import { copySittings } from './attempt-copy-store.ts'
import { updateResponseQuality } from './response-quality.ts'
import { readSittingAnswers } from './store.ts'

export const issueRetake = operation({
  name: 'issue_retake',
  summary: 'Let a person retake completed assessments; sends nothing',
  description: [
    'Starts a new attempt. The current attempt is kept with all its answers and results.',
    "Without `assessmentIds`, all completed assessments are retaken. Assessments that aren't retaken keep their",
    'results in the new attempt, and the person can continue unfinished ones where they left off.',
    'An assessment can be retaken once it is completed in the current attempt, so a second retake of the same',
    'assessment is refused until the first one is completed. Send an invite afterwards.',
    'A link that the person created to their own results is revoked: it was meant for the earlier results.',
  ].join('\n'),
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['profile.retakeIssued'],
  billed: true,
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    profileId: PublicId,
    assessmentIds: z
      .array(AssessmentId)
      .min(1, 'must name at least one assessment')
      .max(20, 'has too many ids: at most 20')
      .optional()
      .meta({
        description: 'Assessments to retake. Default: all completed ones.',
        examples: [['disc']],
      }),
  }),
  output: WrittenProfile,
  rest: {
    group: 'profiles',
    route: 'POST /profile/{profileId}/retake',
    sdk: 'profiles.allowRetake',
    key: 'profile',
    status: 200,
    examples: { answers: { 200: { profile: retakenProfile } } },
  },
  async run(context, { profileId, ...input }) {
    const { sql, account, now } = context
    // Locked, so that a concurrent answer is either saved in the old attempt or refused by the new one.
    const profile = (await lockProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const retaken = assessmentsToRetake(profile, input.assessmentIds)
    const before = { accountId: account.id, profileId, attempt: profile.attempt }
    const attempt = await openNextAttempt(sql, before, now())
    const kept = assessmentIds.filter((assessment) => !retaken.includes(assessment))
    await copySittings(sql, before, attempt, kept)
    const key = { ...before, attempt }
    await updateResponseQuality(context, key, await readSittingAnswers(sql, key))
    // Someone else may answer the new attempt, if the profile has been given another address.
    const ended = await endLinksOfPerson(sql, { accountId: account.id, profileId, now: now() })
    const written = await writeDocument(sql, account.id, profileId)
    recordEvent(sql, { type: 'profile.retakeIssued', data: { profileId, attempt, assessmentIds: retaken } })
    const target = { type: 'profile', id: profileId } as const
    const links = ended.map(
      (reportLinkId): Change => ({ action: 'delete_report_link', target, changes: { reportLinkId } }),
    )
    return {
      resource: written,
      changes: [{ target, changes: { assessments: retaken, attempt } }, ...links],
    }
  },
  withoutProfilesRead: ({ resource }, input) => toWrittenProfile(resource, input),
})

/** The assessments to retake, in the order in which people take them. Fails if one is not completed. */
function assessmentsToRetake(
  profile: Profile,
  requested: readonly AssessmentId[] | undefined,
): AssessmentId[] {
  const { completedAssessments: completed } = profile
  if (completed.length === 0) {
    const message =
      profile.attempt > 1
        ? 'Nothing is completed in the current attempt yet, so there is nothing to retake.'
        : 'Nothing is completed yet, so there is nothing to retake. Send an invite instead.'
    throw new Failure('nothing_completed', { message })
  }
  const open = requested?.find((assessment) => !completed.includes(assessment))
  if (open) {
    throw new Failure('assessment_not_completed', {
      message:
        `The assessment ${open} is not completed, so it can't be retaken. Completed: ` +
        `${completed.join(', ')}.`,
      param: 'assessmentIds',
    })
  }
  return assessmentIds.filter((assessment) => (requested ?? completed).includes(assessment))
}
