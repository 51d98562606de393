import { z } from 'zod'
import type { AuditChanges } from '../../contract/audit-fields.ts'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { idList, LocaleCode, PageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { findProfile } from '../profile/store.ts'
import { countExistingTags } from '../tag/store.ts'
import { countTeam } from '../team/store.ts'
import { issueReportLink } from './issue.ts'
import { MadeReportLink, ReportLink, type ReportSubject, validityMinutes } from './model.ts'
import { endReportLink, listUsableReportLinks } from './store.ts'
import { refuseOversizedTeam } from './team.ts'

const subjects = ['profileId', 'profileIds', 'tagIds'] as const

export const createReportLink = operation({
  name: 'create_report_link',
  summary: 'Create a link that shows a report',
  description:
    'The URL opens the report of one person (`profileId`), of named people (`profileIds`), or of ' +
    'everyone who has one of these tags at the time of reading (`tagIds`). Name exactly one of the ' +
    'three. Anyone with the URL can read and print the report until it expires, and nothing else, so ' +
    'an app can show a report without storing scores. The URL is shown once. The response is 400 if a ' +
    "person hasn't completed their assessments, or if no one in the team has a result.",
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'reportLink',
  effect: 'adds',
  emits: [],
  refuses: ['missing'],
  input: z
    .strictObject({
      profileId: PublicId.optional(),
      profileIds: idList(100).optional(),
      tagIds: idList(50).optional(),
      locale: LocaleCode.optional().meta({
        description: "Initial language. Default: the reader's own. Readers can choose another.",
        examples: ['en'],
      }),
      validMinutes: z
        .int('must be a whole number of minutes')
        .min(validityMinutes.min, `must be at least ${validityMinutes.min} minutes`)
        .max(validityMinutes.max, `must be at most ${validityMinutes.max} minutes (a week)`)
        .default(validityMinutes.default)
        .meta({ description: 'How long the link is valid, in minutes.', examples: [60] }),
    })
    .refine((input) => subjects.filter((name) => named(input[name])).length === 1, {
      message: 'Send exactly one of profileId, profileIds or tagIds, with at least one id.',
    })
    .meta({ oneOf: subjects.map((name) => ({ required: [name] })) }),
  output: MadeReportLink,
  rest: {
    group: 'reports',
    route: 'POST /report-link',
    sdk: 'reportLinks.create',
    key: 'data',
    status: 201,
    // Exactly one of three; a generated example would have all.
    examples: { body: { profileId: '6920318e4b1a0c7d2e8f5a63', locale: 'en', validMinutes: 60 } },
  },
  async run(context, { profileId, profileIds, tagIds, locale, validMinutes }) {
    const subject = profileId ? { profileId } : profileIds?.length ? { profileIds } : { tagIds: tagIds ?? [] }
    await refuseUnready(context, subject)
    const made = await issueReportLink(context, { subject, madeBy: 'account', locale, validMinutes })
    const details = { validMinutes, ...('tagIds' in subject ? subject : {}) }
    return { resource: made, changes: [reportLinkChange(made.id, profileId ?? null, details)] }
  },
})

export const listReportLinks = operation({
  name: 'list_report_links',
  summary: 'List active report links, newest first',
  description: 'Includes links that people created for their own results (`madeBy`). URLs are not stored.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  onlyFromPrimary: true,
  effect: 'reads',
  input: z.strictObject({
    profileId: PublicId.optional().meta({
      description: 'Only links to the report of this person.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }),
    limit: PageSize,
    page: PageNumber,
  }),
  output: z.array(ReportLink),
  rest: {
    group: 'reports',
    route: 'GET /report-links',
    sdk: 'reportLinks.list',
    key: 'reportLinks',
    status: 200,
  },
  async run({ sql, account, now }, { profileId, limit, page }) {
    const input = { accountId: account.id, profileId, now: now() }
    const { links, total } = await listUsableReportLinks(sql, input, rowRangeOf({ limit, page }))
    return { resource: links, siblings: { pagination: paginationOf({ limit, page }, total) } }
  },
})

export const deleteReportLink = operation({
  name: 'delete_report_link',
  summary: 'Revoke a report link',
  description:
    'Anyone who opens it afterwards sees that it has ended. Returns 404 if the link has already ' + 'ended.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing'],
  input: z.strictObject({ reportLinkId: PublicId }),
  output: z.null(),
  rest: {
    group: 'reports',
    route: 'DELETE /report-link/{reportLinkId}',
    sdk: 'reportLinks.revoke',
    status: 204,
  },
  async run({ sql, account, now }, { reportLinkId }) {
    const ended = await endReportLink(sql, account.id, reportLinkId, now())
    if (!ended) throw new Failure('report_link_not_found')
    return { resource: null, changes: [reportLinkChange(reportLinkId, ended.profileId)] }
  },
})

function named(ids: string | readonly string[] | undefined): boolean {
  return ids !== undefined && ids.length > 0
}

/** Refuses ids that aren't on the account, and reports that would be empty. */
async function refuseUnready({ sql, account }: Context, subject: ReportSubject): Promise<void> {
  if ('profileId' in subject) {
    const { isCompleted } = (await findProfile(sql, account.id, subject.profileId)) ?? noSuchProfile()
    if (isCompleted) return
    throw notCompleted("The person hasn't completed their assessments yet. Create the link once they have.")
  }
  if (
    'tagIds' in subject &&
    (await countExistingTags(sql, account.id, subject.tagIds)) < subject.tagIds.length
  ) {
    throw new Failure('tag_not_found', {
      message: 'One or more tags were not found on this account. Nothing was created.',
      param: 'tagIds',
    })
  }
  const { profiles: found, results } = await countTeam(sql, account.id, subject)
  if ('profileIds' in subject && found !== undefined && found < subject.profileIds.length) {
    throw new Failure('profile_not_found', {
      message: 'One or more profiles were not found on this account. Nothing was created.',
      param: 'profileIds',
    })
  }
  refuseOversizedTeam(results)
  if (results === 0) {
    throw notCompleted('No one in this team has a result yet. Create the link once someone has.')
  }
}

function notCompleted(message: string) {
  return new Failure('not_completed', { message })
}

/** A link about one person is audited as a change to that person. */
export function reportLinkChange(id: string, profileId: string | null, changes: AuditChanges = {}): Change {
  if (profileId === null) return { target: { type: 'report_link', id }, changes }
  return { target: { type: 'profile', id: profileId }, changes: { reportLinkId: id, ...changes } }
}
