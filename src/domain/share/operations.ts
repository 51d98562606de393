import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { AssessmentId, ConsumerKey, idList } from '../../contract/shapes.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { requireMaker } from '../link/maker.ts'
import { countExistingTags } from '../tag/store.ts'
import { fingerprintOf, linkDays, minReusableDays, sealContext, startBurst } from './model.ts'
import { findReusableShareLink, insertShareLink, lockShareLinks, removeEndedShareLinks } from './store.ts'

const day = 24 * 3600 * 1000

export const createAssessmentInvite = operation({
  name: 'create_assessment_invite',
  summary: 'Get a link that anyone can start from',
  description:
    'The link may be shared with any number of people: each gives a name and gets a profile with these tags, ' +
    `this \`customId\` as alias and these assessments. It is valid for ${linkDays} days. ` +
    'The same request is answered 200 with the same link while at least a day of it is left, else 201 with a ' +
    'new one. Without `assessmentIds`, people get what is usual on the account when they start. ' +
    'A tag that is deleted later is no longer given.',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'shareLink',
  effect: 'adds',
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
        description:
          'What people are asked to take; without it what is usual on the account when they start.',
        examples: [['disc']],
      }),
  }),
  output: z.string().meta({
    description: 'The whole address.',
    examples: ['https://timbre.example.com/t/us.tmb_share_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
  }),
  rest: {
    group: 'assessment invites',
    route: 'POST /assessment-invite',
    key: 'link',
    status: 201,
    otherStatus: 200,
    // No tag: an account that tries the sample has none with this id.
    examples: { body: { customId: 'spring-intake', assessmentIds: ['disc', 'focus'] } },
  },
  async run(context, { tagIds = [], customId, assessmentIds = [] }) {
    const { sql, account, site, newId } = context
    const now = context.now()
    if (tagIds.length > 0 && (await countExistingTags(sql, account.id, tagIds)) < tagIds.length) {
      throw new Failure('tag_not_found', {
        message: 'One or more tags were not found on this account. Nothing was created.',
        param: 'tagIds',
      })
    }
    const asked = { tagIds, customId, assessmentIds: [...new Set(assessmentIds)] }
    const fingerprint = fingerprintOf(asked)
    await lockShareLinks(sql, account.id)
    const validBeyond = new Date(now.getTime() + minReusableDays * day)
    const maker = await requireMaker(context)
    const existing = await findReusableShareLink(sql, account.id, { fingerprint, maker }, validBeyond)
    if (existing) {
      const token = site.secretKey.unseal(existing.tokenSealed, sealContext(account.id, existing.id))
      return { resource: addressOf(context, token.toString('utf8')), created: false, changes: [] }
    }
    await removeEndedShareLinks(sql, account.id, new Date(now.getTime() - linkDays * day))
    const id = newId()
    const token = newAccountSecret('tmb_share_', account.id)
    await insertShareLink(sql, {
      ...asked,
      accountId: account.id,
      id,
      tokenHash: hashSecret(token),
      tokenSealed: site.secretKey.seal(token, sealContext(account.id, id)),
      fingerprint,
      now,
      expiresAt: new Date(now.getTime() + linkDays * day),
      startsLeft: startBurst,
      maker,
    })
    const changes = { tagIds, assessmentIds: asked.assessmentIds, hasCustomId: customId !== undefined }
    return {
      resource: addressOf(context, token),
      changes: [{ target: { type: 'share_link', id }, changes }],
    }
  },
})

function addressOf({ site }: Context, token: string): string {
  return `${site.publicUrl}/t/${site.region}.${token}`
}
