import { z } from 'zod'
import { notFound } from '../../contract/failure.ts'
import { type Locale, languageTags, locales } from '../../contract/locale.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'
import type { Visibility } from '../../contract/visibility.ts'
import { accountViewFields, appearanceOf } from '../account/appearance.ts'
import { Profile } from '../profile/model.ts'
import { findProfile } from '../profile/store.ts'
import { takerViewOf } from '../profile/taker-view.ts'
import { PersonDebrief, readPersonDebrief } from '../report/person-debrief.ts'
import { readReport } from '../report/read.ts'
import { Report } from '../report/report.ts'
import { findReportLinkByToken } from './store.ts'
import { LinkedTeam, readLinkedTeam } from './team.ts'

const LinkedPerson = z.strictObject({
  profile: Profile,
  forms: z.array(z.string()),
  report: Report,
  debrief: PersonDebrief.exactOptional(),
})
type LinkedPerson = z.output<typeof LinkedPerson>

const linkView = {
  ...accountViewFields,
  kind: z.enum(['person', 'team']),
  madeBy: z.enum(['person', 'account']),
  locale: z.enum(locales),
  expiresAt: Timestamp,
  timezone: z.string().optional(),
}

/** The content of the page behind a report link. Reading changes nothing. */
export const readLinkedReport = operation({
  name: 'read_linked_report',
  summary: 'Read the report that a link shows',
  access: 'guest',
  reveals: 'own',
  issues: 'nothing',
  effect: 'reads',
  // A person may share their own results while the account is paused; `openLink` refuses other links.
  evenPaused: true,
  // The locale that the reader chose, and the fallback if neither reader nor link has one.
  input: z.strictObject({ locale: z.enum(locales).optional(), otherwise: z.enum(locales) }),
  output: z.union([
    z.strictObject({ ...linkView, person: LinkedPerson }),
    z.strictObject({ ...linkView, team: LinkedTeam }),
  ]),
  async run(context, { locale, otherwise }) {
    const { sql, account } = context
    const link = await openLink(context)
    const spoken = locale ?? link.locale ?? otherwise
    return {
      resource: {
        kind: link.kind,
        madeBy: link.madeBy,
        locale: spoken,
        expiresAt: link.expiresAt,
        accountName: account.name,
        appearance: await appearanceOf(sql, account),
        timezone: account.preferences.timezone,
        ...(link.profileId === null
          ? { team: await teamFor(context, link, spoken) }
          : { person: await personOf(context, link, spoken) }),
      },
    }
  },
})

type Link = NonNullable<Awaited<ReturnType<typeof findReportLinkByToken>>>

/**
 * The caller's link. A link that never existed, expired or was revoked gives the same error, and so does one whose
 * report the account currently hides.
 */
async function openLink({ sql, account, caller, now }: Context): Promise<Link> {
  const isGuest = caller.kind === 'guest' && caller.link === 'report'
  const link = isGuest ? await findReportLinkByToken(sql, account.id, caller.linkHash, now()) : undefined
  if (!link) throw linkEnded()
  const isShown =
    link.madeBy === 'account' ? !account.paused : account.preferences.participantSeesReport !== false
  if (!isShown) throw linkEnded()
  return link
}

/**
 * A person's report: with the debrief for readers of the account, and as the person sees it for the person's own link.
 */
async function personOf(
  context: Context,
  { profileId, madeBy, shownThrough, unconfirmed }: Link,
  locale: Locale,
): Promise<LinkedPerson> {
  const { sql, account } = context
  const profileRow = profileId === null ? undefined : await findProfile(sql, account.id, profileId)
  // During a retake there is no complete report to show.
  if (!profileRow?.isCompleted) throw linkEnded()
  const visibility: Visibility =
    shownThrough === null ? seesAll : { through: shownThrough, fields: unconfirmed ?? [] }
  const { profile, withheld } = await takerViewOf(sql, account.id, profileRow, visibility)
  if (withheld.length > 0) throw linkEnded()
  const { report, forms } = await readReport(sql, account, profile, locale)
  if (!report) throw linkEnded()
  const debrief = madeBy === 'account' ? await readPersonDebrief(context, profile.id, locale) : undefined
  const isReadable = debrief?.languageTag === languageTags[locale]
  return { profile, forms, report, ...(debrief && isReadable && { debrief }) }
}

const seesAll: Visibility = { through: '', fields: 'all' }

async function teamFor(context: Context, { profileIds, tagIds }: Link, locale: Locale) {
  return (await readLinkedTeam(context, { profileIds, tagIds }, locale)) ?? throwEnded()
}

function throwEnded(): never {
  throw linkEnded()
}

function linkEnded() {
  return notFound('This report link has ended. Ask for a new one.')
}
