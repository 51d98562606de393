import { z } from 'zod'
import { LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'

/** The shapes of a report link, and how long it is good for. */

export const validityMinutes = { min: 5, max: 10_080, default: 60 }

/** Days for which a person's own link to their results is valid. */
export const ownLinkDays = 30

const later = '2026-11-21T10:00:00.000Z'

export const MadeReportLink = z
  .strictObject({
    id: PublicId,
    url: z.string().meta({
      description: 'The whole address of the report. It is told here and never again: only its hash is kept.',
      examples: ['https://timbre.example.com/r/tmb_report_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }),
    expiresAt: Timestamp.meta({ description: 'Until when the link works.', examples: [later] }),
  })
  .meta({ id: 'MadeReportLink', description: 'A report link as it is told to whoever made it.' })

export const ReportLink = z
  .strictObject({
    id: PublicId,
    kind: z
      .enum(['person', 'team'])
      .meta({ description: 'Whether it shows the report of one person or of a team.', examples: ['person'] }),
    profileId: PublicId.nullable().meta({
      description: 'Whose report it shows; null for a team.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }),
    profileIds: z
      .array(PublicId)
      .meta({ description: 'The people of a team, where they were named.', examples: [[]] }),
    tagIds: z
      .array(PublicId)
      .meta({ description: 'The tags of a team: whoever has one of them when it is read.', examples: [[]] }),
    madeBy: z.enum(['person', 'account']).meta({
      description:
        '`person`: whose results they are, on their own page. `account`: somebody who acts for it.',
      examples: ['account'],
    }),
    locale: LocaleCode.nullable().meta({
      description: 'The language to begin with; null where each reader’s own comes first.',
      examples: ['en'],
    }),
    createdAt: Timestamp.meta({ description: 'When it was made.' }),
    expiresAt: Timestamp.meta({ description: 'Until when it works.', examples: [later] }),
  })
  .meta({ id: 'ReportLink', description: 'A report link that still works, without its address.' })

export type ReportLink = z.output<typeof ReportLink>

/** Whose report a link shows. */
export type ReportSubject =
  | { profileId: string }
  | { profileIds: readonly string[] }
  | { tagIds: readonly string[] }
