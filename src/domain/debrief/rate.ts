import { z } from 'zod'
import type { Caller } from '../../contract/caller.ts'
import { operation } from '../../contract/operation.ts'
import { invisibleCharacters, PublicId } from '../../contract/shapes.ts'
import { DebriefRating } from './model.ts'
import { noSuchDebrief } from './operations.ts'
import { findDebriefProfileId, readRating, writeRating } from './store.ts'

/** A comment on a text: normalized line breaks, without invisible characters. Empty means none. */
const Comments = z
  .string()
  .max(1000, 'is too long: at most 1000 characters')
  .meta({
    description: "Comment, up to 1000 characters. Stored with the person's data.",
    examples: ['Clear and fair.'],
  })
  .transform((text, context) => {
    const lines = text.replace(/\r\n?/g, '\n')
    if (/(?!\n|\t)\p{Cc}/u.test(lines)) {
      context.addIssue({ code: 'custom', message: 'must not contain control characters except line breaks' })
      return z.NEVER
    }
    return lines.normalize('NFC').replace(invisibleCharacters, '').trim() || null
  })

export const rateDebrief = operation({
  name: 'rate_debrief',
  summary: 'Rate whether a debrief was useful',
  description:
    'Each client, and each member who uses an app, has one rating per debrief; a later one replaces ' +
    'it. A new text starts without ratings.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    debriefId: PublicId,
    rating: z
      .literal([1, -1], { error: 'must be 1 or -1' })
      .meta({ description: '1 if the text was useful, -1 if not.', examples: [1] }),
    comments: Comments.optional(),
  }),
  output: DebriefRating,
  rest: {
    group: 'Playbook AI',
    route: 'POST /playbook/ai/debrief/{debriefId}/rating',
    sdk: 'debriefs.rate',
    key: 'data',
    status: 200,
  },
  async run({ sql, account, caller, now }, { debriefId, rating, comments = null }) {
    const profileId = (await findDebriefProfileId(sql, account.id, debriefId)) ?? noSuchDebrief()
    const rated = { debriefId, rater: raterOf(caller), rating, comments }
    const isChanged = await writeRating(sql, account.id, rated, now())
    const resource = (await readRating(sql, account.id, rated)) ?? noSuchDebrief()
    const target = { type: 'profile', id: profileId } as const
    return {
      resource,
      changes: isChanged ? [{ target, changes: { debriefId, fields: ['comments', 'rating'] } }] : [],
    }
  },
})

/** A member has one rating, whichever app they use. */
function raterOf(caller: Caller): string {
  if (caller.kind === 'machine') return `client:${caller.clientId}`
  if (caller.kind === 'delegate') return `member:${caller.memberId}`
  throw new Error('Only callers with a token can rate a debrief.')
}
