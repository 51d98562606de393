import { z } from 'zod'
import { forbidden, notFound } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { lockProfile } from '../profile/store.ts'
import { readTakerView } from '../profile/taker-view.ts'
import { issueReportLink } from './issue.ts'
import { MadeReportLink, ownLinkDays } from './model.ts'
import { reportLinkChange } from './operations.ts'
import { endReportLink, findPersonReportLink } from './store.ts'

/** Whether the person shares their results by a link, and until when. There is none until they create one. */
export const readOwnReportLink = operation({
  name: 'read_own_report_link',
  summary: 'Read whether the person who opened the link has an active link to their results',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: z.strictObject({ id: z.string(), expiresAt: z.string() }).nullable(),
  async run(context) {
    const { sql, account, now } = context
    const { profile, withheld } = await readTakerView(context)
    // A session that may not show the results can't end the link either.
    const link =
      withheld.length === 0 ? await findPersonReportLink(sql, account.id, profile.id, now()) : undefined
    return { resource: link ?? null }
  },
})

/** Creates the person's own link. There is one at a time: its URL can't be shown again, so a new one replaces it. */
export const makeOwnReportLink = operation({
  name: 'make_own_report_link',
  summary: 'Create a link to the results of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'reportLink',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'forbidden'],
  input: z.strictObject({}),
  output: MadeReportLink,
  async run(context) {
    const { profile, withheld } = await readTakerView(context, lockProfile)
    const { id, isCompleted } = profile
    // The link must show neither more than the person sees nor less than its readers expect.
    if (!isCompleted || withheld.length > 0) throw incomplete()
    if (context.account.preferences.participantSeesReport === false) {
      throw forbidden('The account shares results itself. Ask them for yours.')
    }
    const ended = await endOwn(context, id)
    const link = await issueReportLink(context, {
      subject: { profileId: id },
      madeBy: 'person',
      shownThrough: limitedThrough(context),
      locale: undefined,
      validMinutes: ownLinkDays * 24 * 60,
    })
    return { resource: link, changes: [...ended, reportLinkChange(link.id, id)] }
  },
})

/** Revokes the person's own link; no error if there is none. A session that may not show the results can't. */
export const endOwnReportLink = operation({
  name: 'end_own_report_link',
  summary: 'Revoke the link to the results of the person who opened the link',
  access: 'taker',
  reveals: 'own',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  evenPaused: true,
  refuses: ['missing'],
  input: z.strictObject({}),
  output: z.null(),
  async run(context) {
    const { profile, withheld } = await readTakerView(context, lockProfile)
    if (withheld.length > 0) throw incomplete()
    return { resource: null, changes: await endOwn(context, profile.id) }
  },
})

function incomplete() {
  return notFound("Your results aren't complete yet. Finish the assessments first.")
}

/** The address through which a limited link was sent; null for a link that shows everything. */
function limitedThrough({ caller }: Context): string | null {
  return caller.kind === 'taker' && caller.visibility.fields !== 'all' ? caller.visibility.through : null
}

async function endOwn({ sql, account, now }: Context, profileId: string): Promise<Change[]> {
  const live = await findPersonReportLink(sql, account.id, profileId, now())
  if (!live) return []
  await endReportLink(sql, account.id, live.id, now())
  return [{ action: 'end_own_report_link', ...reportLinkChange(live.id, profileId) }]
}
