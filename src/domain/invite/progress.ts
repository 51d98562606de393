import { z } from 'zod'
import { assessmentFacts } from '../../content/assessments.ts'
import { coreDesign } from '../../content/forms.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, nonEmptyIdList, PublicId, Timestamp } from '../../contract/shapes.ts'
import { keptAnswers } from '../../scoring/core.ts'
import { InviteEntry, listOptedOutRecipients, toInviteEntry } from './history.ts'
import { listCoreAnswers, listProgressRows, type ProgressRow } from './progress-store.ts'

const count = z.int().min(0)

const Progress = z
  .strictObject({
    profileId: PublicId.meta({ description: 'Whose it is.' }),
    answered: count.meta({
      description: 'Items answered in the present attempt; those of completed assessments count in full.',
      examples: [111],
    }),
    itemCount: count.meta({
      description: 'Items of all assessments that were asked for.',
      examples: [165],
    }),
    assessment: AssessmentId.nullable().meta({
      description: 'The assessment that is under way or comes next; null once all are completed.',
      examples: ['focus'],
    }),
    assessmentAnswered: count.nullable().meta({
      description: 'Items of that assessment that are answered; null without one.',
      examples: [87],
    }),
    assessmentItemCount: count.nullable().meta({
      description: 'Items that it has; null without one.',
      examples: [120],
    }),
    invite: InviteEntry.nullable().meta({
      description: 'The latest invite, as in the list of invites; null where there was none.',
    }),
    erasureRequestedAt: Timestamp.nullable().meta({
      description: 'When the person asked to be deleted; null unless they do so still.',
      examples: [null],
    }),
  })
  .meta({ id: 'Progress', description: 'How far one person has come, without answers and results.' })
type Progress = z.output<typeof Progress>

export const listProgress = operation({
  name: 'list_progress',
  summary: 'List how far people have come, and what became of their latest invites',
  description:
    'For lists that show many people at once: one entry for each profile, in the order of the ids given. Repeats count ' +
    'once, and ids that are not on the account are left out. No answer and no result is told. An invite is never told ' +
    'with its link or address.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({ profileIds: nonEmptyIdList(100) }),
  output: z.array(Progress),
  rest: { group: 'profiles', route: 'GET /profiles/progress', key: 'progress', status: 200 },
  async run({ sql, account, now, site }, { profileIds }) {
    const rows = await listProgressRows(sql, account.id, profileIds)
    const turned = rows.filter((row) => !isInOrder(row.core))
    const sheets = await listCoreAnswers(sql, account.id, turned)
    const invites = rows.flatMap(({ invite }) => invite ?? [])
    const stopped = await listOptedOutRecipients({ sql, account, site }, invites)
    const at = now()
    return {
      resource: rows.map((row) => {
        const sheet = sheets.get(row.id)
        const core = (sheet ? keptAnswers(sheet, coreDesign) : row.core).length
        return progressOf(row, { disc: row.disc, focus: row.focus, core }, { stopped, now: at })
      }),
    }
  },
})

/**
 * Each Core screen depends on the earlier answers. After someone goes back and changes one, answers to screens that are
 * no longer shown may remain, and these don't count. If all answers were given in order (by `seq`), there are none, and
 * nothing needs to be replayed.
 */
function isInOrder(itemsBySeq: readonly number[]): boolean {
  return itemsBySeq.every((item, index) => item === index + 1)
}

function progressOf(
  row: ProgressRow,
  counts: Record<AssessmentId, number>,
  seen: { stopped: ReadonlySet<string>; now: Date },
): Progress {
  const parts = assessmentIds
    .filter((id) => row.available.includes(id))
    .map((id) => {
      const { itemCount } = assessmentFacts[id]
      const isCompleted = row.completed.includes(id)
      return { id, itemCount, isCompleted, answered: isCompleted ? itemCount : counts[id] }
    })
  const next = parts.find((part) => !part.isCompleted)
  return {
    profileId: row.id,
    answered: parts.reduce((sum, part) => sum + part.answered, 0),
    itemCount: parts.reduce((sum, part) => sum + part.itemCount, 0),
    assessment: next?.id ?? null,
    assessmentAnswered: next?.answered ?? null,
    assessmentItemCount: next?.itemCount ?? null,
    invite: row.invite && toInviteEntry(row.invite, { addresses: row, ...seen }),
    erasureRequestedAt: row.erasure_requested_at,
  }
}
