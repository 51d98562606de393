import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import { AssessmentId, ConsumerKey, idList } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { recordEvent } from '../event/record.ts'
import { requireMaker } from '../link/maker.ts'
import { countExistingTags } from '../tag/store.ts'
import { fingerprintOf, linkDays, minReusableDays, sealContext, startBurst } from './model.ts'
import { findReusableShareLink, insertShareLink, lockShareLinks, removeEndedShareLinks } from './store.ts'

const day = 24 * 3600 * 1000

export const createAssessmentInvite = operation({
  name: 'create_assessment_invite',
  summary: 'Get a public link that anyone can start from',
  description:
    'Any number of people can use the link: each enters a name and gets a profile with these tags, ' +
    `this \`customId\` as alias and these assessments. It is valid for ${linkDays} days. The same ` +
    'request returns the same link with 200 while it is valid for at least another day; otherwise it ' +
    "returns a new one with 201. Without `assessmentIds`, people get the account's default " +
    'assessments when they start. Tags that have been deleted since are skipped.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'shareLink',
  effect: 'adds',
  emits: ['shareLink.created'],
  billed: true,
  refuses: ['missing'],
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
  async run(context, { tagIds = [], customId, assessmentIds = [], focusForm }) {
    const { sql, account, installation, newId } = context
    const now = context.now()
    if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
      throw new Failure('tag_not_found', {
        message: 'One or more tags were not found on this account. Nothing was created.',
        param: 'tagIds',
      })
    }
    const request = { tagIds, customId, assessmentIds: [...new Set(assessmentIds)], focusForm }
    const fingerprint = fingerprintOf(request)
    await lockShareLinks(sql, account.id)
    const validBeyond = new Date(now.getTime() + minReusableDays * day)
    const maker = await requireMaker(context)
    const existing = await findReusableShareLink(sql, account.id, { fingerprint, maker }, validBeyond)
    if (existing) {
      const token = installation.secretKey.unseal(existing.tokenSealed, sealContext(account.id, existing.id))
      return { resource: addressOf(context, token.toString('utf8')), created: false, changes: [] }
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
      expiresAt: new Date(now.getTime() + linkDays * day),
      startsLeft: startBurst,
      maker,
    })
    recordEvent(sql, { type: 'shareLink.created', data: { shareLinkId: id } })
    const changes = {
      tagIds,
      assessmentIds: request.assessmentIds,
      ...pickDefined({ focusForm }),
      hasCustomId: customId !== undefined,
    }
    return {
      resource: addressOf(context, token),
      changes: [{ target: { type: 'share_link', id }, changes }],
    }
  },
})

function addressOf({ installation }: Context, token: string): string {
  return `${installation.publicUrl}/t/${installation.region}.${token}`
}
