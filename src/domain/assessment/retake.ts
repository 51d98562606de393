import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, PublicId } from '../../contract/shapes.ts'
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
  summary: 'Let a person take completed assessments once more; sends nothing',
  description: [
    'Opens a new attempt and keeps the present one, with all its answers and results, among the attempts.',
    'Without `assessmentIds`, everything that is completed is taken anew. Assessments that are not taken anew',
    'keep their results in the new attempt, and what the person is still answering goes on where it stands.',
    'Each assessment can be retaken once it is completed in the present attempt, so a second retake of the',
    'same assessment is refused until the first one is done. Send an invite afterwards to bring the person in.',
  ].join('\n'),
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
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
        description: 'What is taken anew; without it everything that is completed.',
        examples: [['disc']],
      }),
  }),
  output: WrittenProfile,
  rest: {
    group: 'profiles',
    route: 'POST /profile/{profileId}/retake',
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
    const written = await writeDocument(sql, account.id, profileId)
    return {
      resource: written,
      changes: [{ target: { type: 'profile', id: profileId }, changes: { assessments: retaken, attempt } }],
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
        ? 'Nothing is completed in the present attempt yet, so there is nothing to take again.'
        : 'Nothing is completed yet, so there is nothing to take again. Send an invite instead.'
    throw new Failure('nothing_completed', { message })
  }
  const open = requested?.find((assessment) => !completed.includes(assessment))
  if (open) {
    throw new Failure('assessment_not_completed', {
      message: `The assessment ${open} is not completed, so it cannot be taken again. Completed: ${completed.join(', ')}.`,
      param: 'assessmentIds',
    })
  }
  return assessmentIds.filter((assessment) => (requested ?? completed).includes(assessment))
}
