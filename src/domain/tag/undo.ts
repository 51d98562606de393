import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { IncludeProfiles, shownProfiles, Tag, undoInput, undoSiblings } from './model.ts'
import { noSuchTag } from './profiles.ts'
import { findTag, listProfileIds, lockTag } from './store.ts'
import { lockLastChangedBy } from './undo-store.ts'
import { undoHours } from './undo-sweep.ts'
import { writeProfileSetChange } from './write-profiles.ts'

export const undoTagChange = operation({
  name: 'undo_tag_change',
  summary: 'Undo a change of the profiles of a tag',
  description:
    'Send `changeId`, `add` and `remove` of the `undo` that answered the change, within a day, with all ids or some. ' +
    'Profiles whose tag someone has added or removed since are skipped, also if it is as it was. The answer has an ' +
    '`undo` of its own.',
  scope: 'tags:manage',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['tag.profilesReplaced'],
  refuses: ['missing'],
  input: z.strictObject({
    tagId: PublicId,
    ...undoInput,
    includeProfiles: IncludeProfiles,
  }),
  output: Tag,
  rest: {
    group: 'tags',
    route: 'POST /tag/{tagId}/undo',
    sdk: 'tags.undo',
    key: 'tag',
    status: 200,
    examples: {
      body: { changeId: '6920318e4b1a0c7d2e8f5a71', add: [], remove: ['6920318e4b1a0c7d2e8f5a63'] },
    },
    siblings: {
      ...undoSiblings,
      undone: z.int().meta({ description: 'How many profiles were changed.', examples: [12] }),
      skipped: z.int().meta({
        description: 'How many were not: someone has changed them since, or a day has passed.',
        examples: [0],
      }),
    },
  },
  async run(context, { tagId, changeId, add, remove, includeProfiles }) {
    const { sql, account, now } = context
    const tag = (await lockTag(sql, account.id, tagId)) ?? noSuchTag()
    const named = [...new Set([...add, ...remove])]
    const since = new Date(now().getTime() - undoHours * 3_600_000)
    const own = { changeId, since, profileIds: named }
    const unchanged = new Set(await lockLastChangedBy(sql, { accountId: account.id, tagId }, own))
    const current = new Set(await listProfileIds(sql, account.id, tagId, [...unchanged]))
    const { changes, undo } = await writeProfileSetChange(context, tag, {
      added: add.filter((id) => unchanged.has(id) && !current.has(id)),
      removed: remove.filter((id) => unchanged.has(id) && current.has(id)),
    })
    const undone = undo ? undo.add.length + undo.remove.length : 0
    return {
      resource: (await findTag(sql, account.id, tagId, shownProfiles(includeProfiles))) ?? noSuchTag(),
      siblings: { undo, undone, skipped: named.length - undone },
      changes,
    }
  },
})
