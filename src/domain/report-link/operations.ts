import { z } from 'zod'
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
  summary: 'Make a link that shows a report, for reading and printing',
  description:
    'The address opens the report of one person (`profileId`), or of a team: of people by name (`profileIds`) or of ' +
    'whoever has one of these tags when it is read (`tagIds`). Name exactly one of the three. Whoever holds the ' +
    'address can read the report until it ends, and nothing else; so an app can show a report without holding ' +
    'scores. The address is told once. Nothing is made, and 400 answered, before a person has completed their ' +
    'assessments, and for a team of which nobody has a result.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'reportLink',
  effect: 'adds',
  refuses: ['missing'],
  input: z
    .strictObject({
      profileId: PublicId.optional(),
      profileIds: idList(100).optional(),
      tagIds: idList(50).optional(),
      locale: LocaleCode.optional().meta({
        description:
          'The language to begin with. Without it the reader’s own; either way they may choose another.',
        examples: ['en'],
      }),
      validMinutes: z
        .int('must be a whole number of minutes')
        .min(validityMinutes.min, `must be at least ${validityMinutes.min} minutes`)
        .max(validityMinutes.max, `must be at most ${validityMinutes.max} minutes, which is a week`)
        .default(validityMinutes.default)
        .meta({ description: 'For how many minutes the link works.', examples: [60] }),
    })
    .refine((input) => subjects.filter((name) => named(input[name])).length === 1, {
      message: 'Give exactly one of profileId, profileIds or tagIds, and name somebody in it.',
    })
    .meta({ oneOf: subjects.map((name) => ({ required: [name] })) }),
  output: MadeReportLink,
  rest: {
    group: 'reports',
    route: 'POST /report-link',
    key: 'data',
    status: 201,
    // One of the three, where a sample of every field would name all.
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
  summary: 'List the report links that still work, the newest first',
  description:
    'Those that people have made of their own results as well (`madeBy`). The addresses are not kept.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
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
  rest: { group: 'reports', route: 'GET /report-links', key: 'reportLinks', status: 200 },
  async run({ sql, account, now }, { profileId, limit, page }) {
    const asked = { accountId: account.id, profileId, now: now() }
    const { links, total } = await listUsableReportLinks(sql, asked, rowRangeOf({ limit, page }))
    return { resource: links, beside: { pagination: paginationOf({ limit, page }, total) } }
  },
})

export const deleteReportLink = operation({
  name: 'delete_report_link',
  summary: 'End a report link before its time',
  description: 'Whoever opens it afterwards reads that it has ended. A link that is over already is 404.',
  scope: 'profiles:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  refuses: ['missing'],
  input: z.strictObject({ reportLinkId: PublicId }),
  output: z.null(),
  rest: { group: 'reports', route: 'DELETE /report-link/{reportLinkId}', status: 204 },
  async run({ sql, account, now }, { reportLinkId }) {
    const ended = await endReportLink(sql, account.id, reportLinkId, now())
    if (!ended) throw new Failure('report_link_not_found')
    return { resource: null, changes: [reportLinkChange(reportLinkId, ended.profileId)] }
  },
})

function named(given: string | readonly string[] | undefined): boolean {
  return given !== undefined && given.length > 0
}

/** Refuses what is not on the account, and what has nothing to tell yet. */
async function refuseUnready({ sql, account }: Context, subject: ReportSubject): Promise<void> {
  if ('profileId' in subject) {
    const { isCompleted } = (await findProfile(sql, account.id, subject.profileId)) ?? noSuchProfile()
    if (isCompleted) return
    throw notCompleted('The person has not completed their assessments yet. Make the link when they have.')
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
  if ('profileIds' in subject && found < subject.profileIds.length) {
    throw new Failure('profile_not_found', {
      message: 'One or more profiles were not found on this account. Nothing was created.',
      param: 'profileIds',
    })
  }
  refuseOversizedTeam(results)
  if (results === 0) {
    throw notCompleted('Nobody of this team has a result yet. Make the link when somebody has.')
  }
}

function notCompleted(message: string) {
  return new Failure('not_completed', { message })
}

/** One person's link stands among what was done about the person. */
export function reportLinkChange(
  id: string,
  profileId: string | null,
  changes: Record<string, unknown> = {},
): Change {
  if (profileId === null) return { target: { type: 'report_link', id }, changes }
  return { target: { type: 'profile', id: profileId }, changes: { reportLinkId: id, ...changes } }
}
