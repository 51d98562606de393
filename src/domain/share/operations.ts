import { z } from 'zod'
import { Failure, invalid } from '../../contract/failure.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { operation } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { AssessmentId, ConsumerKey, idList, TimeInput } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { recordEvent } from '../event/record.ts'
import { requireMaker } from '../link/maker.ts'
import { countExistingTags } from '../tag/store.ts'
import {
  addressOf,
  fingerprintOf,
  linkDays,
  maxLinkDays,
  minReusableDays,
  sealContext,
  startBurst,
} from './model.ts'
import { findReusableShareLink, insertShareLink, lockShareLinks, removeEndedShareLinks } from './store.ts'

const day = 24 * 3600 * 1000

export const createAssessmentInvite = operation({
  name: 'create_assessment_invite',
  summary: 'Get a public link that anyone can start from',
  description:
    'Any number of people can use the link: each enters a name and gets a profile with these tags, ' +
    `this \`customId\` as alias and these assessments. It is valid for ${linkDays} days, or until \`expiresAt\`, ` +
    'and for `maxStarts` people. The same request returns the same link with 200 while it is valid for at least ' +
    'another day (with `expiresAt`: while it is valid) and has starts left; otherwise it ' +
    "returns a new one with 201. Without `assessmentIds`, people get the account's default " +
    'assessments when they start. Tags that have been deleted since are skipped.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'shareLink',
  effect: 'adds',
  emits: ['shareLink.created'],
  billed: true,
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    tagIds: idList(50).optional(),
    customId: ConsumerKey.optional(),
    assessmentIds: z
      .array(AssessmentId)
      .min(1, 'must name at least one assessment')
      .max(20)
      .optional()
      .meta({
        description: "Assessments for people who start. Default: the account's, at the time they start.",
        examples: [['disc']],
      }),
    focusForm: FocusFormName.optional().meta({
      description: "Length of Focus for people who start. Default: the account's, at the time they start.",
      examples: ['focus-60'],
    }),
    maxStarts: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(1_000_000, 'must be at most 1000000')
      .optional()
      .meta({
        description:
          'How many people can start. Everyone who sends the form counts, also people who are known already. ' +
          'Default: no limit.',
        examples: [40],
      }),
    expiresAt: TimeInput.optional().meta({
      description: `When the link ends, up to a year from now. Default: after ${linkDays} days.`,
    }),
  }),
  output: z.string().meta({
    description: 'Complete URL of the link.',
    examples: ['https://timbre.example.com/t/us.tmb_share_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
  }),
  rest: {
    group: 'assessment invites',
    route: 'POST /assessment-invite',
    sdk: 'shareLinks.create',
    key: 'link',
    status: 201,
    otherStatus: 200,
    // No tag: an account that tries the sample doesn't have one with this id.
    examples: { body: { customId: 'spring-intake', assessmentIds: ['disc', 'focus'] } },
  },
  async run(context, { tagIds = [], customId, assessmentIds = [], focusForm, maxStarts, expiresAt: endsAt }) {
    const { sql, account, installation, newId } = context
    const now = context.now()
    if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
      throw new Failure('tag_not_found', {
        message: 'One or more tags were not found on this account. Nothing was created.',
        param: 'tagIds',
      })
    }
    const expiresAt = endOf(endsAt, now)
    const request = {
      tagIds,
      customId,
      assessmentIds: [...new Set(assessmentIds)],
      focusForm,
      maxStarts,
      endsAt,
    }
    const fingerprint = fingerprintOf(request)
    await lockShareLinks(sql, account.id)
    const validBeyond = endsAt === undefined ? new Date(now.getTime() + minReusableDays * day) : now
    const maker = await requireMaker(context)
    const existing = await findReusableShareLink(sql, account.id, { fingerprint, maker }, validBeyond)
    if (existing) {
      const token = installation.secretKey.unseal(existing.tokenSealed, sealContext(account.id, existing.id))
      return { resource: addressOf(installation, token.toString('utf8')), created: false, changes: [] }
    }
    await removeEndedShareLinks(sql, account.id, new Date(now.getTime() - linkDays * day))
    const id = newId()
    const token = newAccountSecret('tmb_share_', account.id)
    await insertShareLink(sql, {
      ...request,
      accountId: account.id,
      id,
      tokenHash: hashSecret(token),
      tokenSealed: installation.secretKey.seal(token, sealContext(account.id, id)),
      fingerprint,
      now,
      expiresAt,
      startsLeft: startBurst,
      maker,
    })
    recordEvent(sql, { type: 'shareLink.created', data: { shareLinkId: id } })
    const changes = {
      tagIds,
      assessmentIds: request.assessmentIds,
      ...pickDefined({ focusForm }),
      hasCustomId: customId !== undefined,
      ...(maxStarts !== undefined && { maxStarts }),
      ...(endsAt !== undefined && { expiresAt: expiresAt.toISOString() }),
    }
    return {
      resource: addressOf(installation, token),
      changes: [{ target: { type: 'share_link', id }, changes }],
    }
  },
})

function endOf(endsAt: string | undefined, now: Date): Date {
  if (endsAt === undefined) return new Date(now.getTime() + linkDays * day)
  const end = new Date(endsAt)
  if (end <= now) throw invalid('expiresAt must be in the future.', { param: 'expiresAt' })
  if (end.getTime() > now.getTime() + maxLinkDays * day) {
    throw invalid('expiresAt must be at most a year from now.', { param: 'expiresAt' })
  }
  return end
}
