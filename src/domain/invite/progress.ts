import { z } from 'zod'
import { factsFor } from '../../content/assessments.ts'
import { coreDesign } from '../../content/forms.ts'
import { operation } from '../../contract/operation.ts'
import { AssessmentId, assessmentIds, nonEmptyIdList, PublicId, Timestamp } from '../../contract/shapes.ts'
import { keptAnswers } from '../../scoring/core.ts'
import { InviteEntry, listStoppedRecipients, timeOf, toInviteEntry } from './history.ts'
import { listCoreAnswers, listProgressRows, type ProgressRow } from './progress-store.ts'

const count = z.int().min(0)

const Progress = z
  .strictObject({
    profileId: PublicId.meta({ description: 'Id of the profile.' }),
    answered: count.meta({
      description: 'Items answered in the current attempt. Completed assessments count in full.',
      examples: [111],
    }),
    itemCount: count.meta({
      description: 'Items of all requested assessments.',
      examples: [165],
    }),
    assessment: AssessmentId.nullable().meta({
      description: 'The assessment in progress, or the next one. Null once all are completed.',
      examples: ['focus'],
    }),
    assessmentAnswered: count.nullable().meta({
      description: 'Answered items of that assessment. Null if there is none.',
      examples: [87],
    }),
    assessmentItemCount: count.nullable().meta({
      description: 'Items of that assessment. Null if there is none.',
      examples: [120],
    }),
    invite: InviteEntry.nullable().meta({
      description: 'Latest invite, as in the list of invites. Null if there was none.',
    }),
    isInviteQueued: z.boolean().meta({
      description:
        'Whether the service will invite the person in a campaign, as soon as the limits of the account allow.',
      examples: [false],
    }),
    queuedInvite: z
      .strictObject({
        campaignId: PublicId.meta({
          description: 'Id of the campaign.',
          examples: ['6920318e4b1a0c7d2e8f5a90'],
        }),
        campaignName: z
          .string()
          .meta({ description: 'Name of the campaign.', examples: ['Sales team, spring'] }),
        nextAt: Timestamp.nullable().meta({
          description: 'When the next person of the campaign is due. Null if that is not known.',
        }),
      })
      .nullable()
      .meta({ description: 'The campaign of that invite. Null if none is queued.', examples: [null] }),
    firstSentAt: Timestamp.nullable().meta({
      description:
        'When the first invite for the current attempt was sent, apart from those that reached someone else. Null if none was.',
      examples: ['2026-11-21T09:00:00.000Z'],
    }),
    firstOpenedAt: Timestamp.nullable().meta({
      description:
        'When the person first started from a link for the current attempt. A newer link leaves it. Null if they have not.',
      examples: ['2026-11-21T09:30:00.000Z'],
    }),
    erasureRequestedAt: Timestamp.nullable().meta({
      description: 'When the person requested deletion. Null if there is no open request.',
      examples: [null],
    }),
  })
  .meta({ id: 'Progress', description: 'Progress of one person, without answers and results.' })
type Progress = z.output<typeof Progress>

export const listProgress = operation({
  name: 'list_progress',
  summary: "List people's progress and the status of their latest invites",
  description:
    'For lists that show many people at once: one entry per profile, in the order of the ids given. ' +
    'Duplicates count once, and ids that are not on the account are left out. Answers, results, links ' +
    'and addresses are not included.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({ profileIds: nonEmptyIdList(100) }),
  output: z.array(Progress),
  rest: {
    group: 'profiles',
    route: 'GET /profiles/progress',
    sdk: 'profiles.listProgress',
    key: 'progress',
    status: 200,
  },
  async run({ sql, account, now, installation }, { profileIds }) {
    const rows = await listProgressRows(sql, account.id, profileIds)
    const turned = rows.filter((row) => !isInOrder(row.core))
    const sheets = await listCoreAnswers(sql, account.id, turned)
    const invites = rows.flatMap(({ invite }) => invite ?? [])
    const stopped = await listStoppedRecipients({ sql, account, installation }, invites)
    const seen = { stopped, now: now(), account, installation }
    return {
      resource: rows.map((row) => {
        const sheet = sheets.get(row.id)
        const core = (sheet ? keptAnswers(sheet, coreDesign) : row.core).length
        return progressOf(row, { disc: row.disc, focus: row.focus, core }, seen)
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
  seen: Omit<Parameters<typeof toInviteEntry>[1], 'addresses'>,
): Progress {
  const parts = assessmentIds
    .filter((id) => row.available.includes(id))
    .map((id) => {
      const { itemCount } = factsFor(id, row.focusForm ?? undefined)
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
    isInviteQueued: row.queuedInvite !== null,
    queuedInvite: row.queuedInvite && { ...row.queuedInvite, nextAt: timeOf(row.queuedInvite.nextAt) },
    firstSentAt: timeOf(row.first_sent_at),
    firstOpenedAt: timeOf(row.first_opened_at),
    erasureRequestedAt: row.erasure_requested_at,
  }
}
