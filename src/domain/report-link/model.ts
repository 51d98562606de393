import { z } from 'zod'
import { LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'

/** Shapes of a report link, and its validity. */

export const validityMinutes = { min: 5, max: 10_080, default: 60 }

/** Days for which a person's own link to their results is valid. */
export const ownLinkDays = 30

const later = '2026-11-21T10:00:00.000Z'

export const MadeReportLink = z
  .strictObject({
    id: PublicId,
    url: z.string().meta({
      description: 'The complete URL of the report. Shown once: only its hash is stored.',
      examples: ['https://timbre.example.com/r/tmb_report_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }),
    expiresAt: Timestamp.meta({ description: 'When the link expires.', examples: [later] }),
  })
  .meta({ id: 'MadeReportLink', description: 'A new report link, with its URL.' })

export const ReportLink = z
  .strictObject({
    id: PublicId,
    kind: z
      .enum(['person', 'team'])
      .meta({ description: 'Whether it shows the report of one person or of a team.', examples: ['person'] }),
    profileId: PublicId.nullable().meta({
      description: 'The person of the report. Null for a team.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }),
    profileIds: z
      .array(PublicId)
      .meta({ description: 'The people of a team, if they were named.', examples: [[]] }),
    tagIds: z.array(PublicId).meta({
      description: 'The tags of a team: everyone who has one of them at the time of reading.',
      examples: [[]],
    }),
    madeBy: z.enum(['person', 'account']).meta({
      description:
        '`person`: the person themselves, on their own page. `account`: someone who acts for the account.',
      examples: ['account'],
    }),
    locale: LocaleCode.nullable().meta({
      description: "Initial language. Null if the reader's own comes first.",
      examples: ['en'],
    }),
    createdAt: Timestamp.meta({ description: 'When it was created.' }),
    expiresAt: Timestamp.meta({ description: 'When it expires.', examples: [later] }),
  })
  .meta({ id: 'ReportLink', description: 'An active report link, without its URL.' })

export type ReportLink = z.output<typeof ReportLink>

/** Whose report a link shows. */
export type ReportSubject =
  | { profileId: string }
  | { profileIds: readonly string[] }
  | { tagIds: readonly string[] }
