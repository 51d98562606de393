import { z } from 'zod'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'

/** The shapes of an account as the API answers it. */

/** What many set. Nothing here deletes anybody. */
export const examplePreferences = {
  locale: 'en',
  timezone: 'Europe/Berlin',
  senderName: 'Ada at Northwind',
  brandColor: '#0b2a6b',
}

/** Who writes debriefs. An account chooses a model knowing what leaves the installation, and what the text then is. */
export const DebriefWriter = z.enum(['rules', 'model'], { error: 'must be rules or model' }).meta({
  description: [
    'Who writes debriefs: `rules`, the rules of this service, as without it, or `model`, the language model that the',
    'installation has set up. With `model`, levels, scores and ranks of a person leave the service for that model,',
    'without a name, an address, a tag or anything that somebody wrote; the text is written by artificial',
    'intelligence, its `generator` says so, and the rules write where the model gives none that holds. In the European',
    'Union, AI that evaluates people for work may count as high-risk: settle who answers for that before you set it.',
  ].join(' '),
  examples: ['rules'],
})

/** Every preference that the account has set; what is not set is left out. */
const Preferences = z
  .strictObject({
    locale: LocaleCode.optional().meta({
      description: 'The language of letters and pages where a profile names none; English without it.',
    }),
    timezone: z
      .string()
      .optional()
      .meta({
        description: 'The zone of dates in letters and on pages, of the IANA list; UTC without it.',
        examples: ['Europe/Berlin'],
      }),
    senderName: z
      .string()
      .optional()
      .meta({
        description: 'Who letters come from; the name of the account without it.',
        examples: ['Ada at Northwind'],
      }),
    replyTo: z
      .string()
      .optional()
      .meta({
        description: 'Where answers to letters go; to the sender of the installation without it.',
        examples: ['people@example.com'],
      }),
    inviteSubject: z
      .string()
      .optional()
      .meta({
        description: 'The subject of invites by email; one of the service without it.',
        examples: ['Your assessment'],
      }),
    brandColor: z
      .string()
      .optional()
      .meta({
        description: 'The color of pages and letters; that of the service without it.',
        examples: ['#0b2a6b'],
      }),
    defaultAssessmentIds: z
      .array(AssessmentId)
      .optional()
      .meta({
        description: 'What a new profile takes; all of them without it.',
        examples: [['disc', 'focus']],
      }),
    participantSeesReport: z
      .boolean()
      .optional()
      .meta({ description: 'Whether people see their own results at the end; they do without it.' }),
    debriefWriter: DebriefWriter.optional(),
    retentionDays: z
      .int()
      .optional()
      .meta({
        description:
          'Every profile that was untouched for this many days is deleted for good; none is without it.',
        examples: [730],
      }),
  })
  .meta({
    id: 'Preferences',
    description: 'What the account has set; the standard holds for what is left out.',
    examples: [examplePreferences],
  })

const Billing = z
  .strictObject({
    status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'unpaid']).meta({
      description:
        'New work is refused when `canceled` or `unpaid`, and once a trial has ended or is used up.',
      examples: ['trialing'],
    }),
    trialEndDate: z
      .int()
      .nullable()
      .meta({
        description:
          'When the trial ends, in whole seconds since 1970 (Unix time), not milliseconds; null without a trial.',
        examples: [1796000000],
      }),
  })
  .meta({ id: 'Billing', description: 'How the account is paid for.' })

const count = z.int().min(0)

/** What is counted, for pages that say beforehand where it would end. */
const Usage = z
  .strictObject({
    profiles: count.meta({ description: 'Profiles on the account now.', examples: [41] }),
    profileLimit: count.nullable().meta({
      description: 'How many a trial may hold; null where nothing limits them.',
      examples: [50],
    }),
    reports: count.meta({
      description: 'Reports that count against the limit; where there is none, all that were ever made.',
      examples: [3],
    }),
    reportLimit: count.nullable().meta({
      description: 'How many a trial may make; null where nothing limits them.',
      examples: [10],
    }),
  })
  .meta({ id: 'Usage', description: 'How much of what is counted the account has, and where it ends.' })

export const AccountResource = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp.meta({ description: 'When the account was made.' }),
    updatedAt: Timestamp.meta({ description: 'When the account or its preferences last changed.' }),
    name: z.string().meta({ description: 'The name of the organization.', examples: ['Northwind'] }),
    type: z.string().meta({
      description:
        'The kind of organization, as the installation names it; `organization` unless told otherwise.',
      examples: ['organization'],
    }),
    billing: Billing,
    reportsGenerated: count.meta({
      description: 'Profiles that completed all their assessments.',
      examples: [12],
    }),
    trialReportsUsed: count.meta({
      description: 'Those of them that count against the trial.',
      examples: [3],
    }),
    preferences: Preferences,
    logoUrl: z
      .string()
      .nullable()
      .meta({
        description: 'Where anyone finds the logo; null without one. Another logo has another address.',
        examples: ['https://timbre.example.com/logos/6920318e4b1a0c7d2e8f5a63/b1946ac9.png'],
      }),
    credits: z
      .int()
      .nullable()
      .meta({
        description: 'Credits left; null means unlimited, as on every installation of one’s own.',
        examples: [null],
      }),
    state: z.enum(['active', 'paused']).meta({
      description: 'A paused account answers 403 to everything; a person may finish what was begun.',
      examples: ['active'],
    }),
    region: z
      .string()
      .meta({ description: 'The home zone of the account; requests for it go there.', examples: ['us'] }),
    mode: z
      .enum(['live', 'demo'])
      .meta({ description: '`demo` when the data is made up.', examples: ['live'] }),
    usage: Usage,
  })
  .meta({ id: 'Account', description: 'The organization that the token belongs to.' })

export type AccountResource = z.output<typeof AccountResource>

export function toAccountResource(
  account: Account,
  site: InstallationConfig,
  usage: z.output<typeof Usage>,
): AccountResource {
  const { id, createdAt, updatedAt, name, type, billingStatus, trialEndsAt } = account
  const path = logoPath(account)
  return {
    id,
    createdAt,
    updatedAt,
    name,
    type,
    billing: {
      status: billingStatus,
      trialEndDate: trialEndsAt === null ? null : Math.floor(Date.parse(trialEndsAt) / 1000),
    },
    reportsGenerated: account.reportsGenerated,
    trialReportsUsed: account.trialReportsUsed,
    preferences: account.preferences as AccountResource['preferences'],
    logoUrl: path === undefined ? null : site.publicUrl + path,
    credits: null,
    state: account.paused ? 'paused' : 'active',
    region: site.region,
    mode: account.mode,
    usage,
  }
}

/** Where anyone finds the account's logo, below the root of the service. It names the picture, so it never changes. */
export function logoPath({ id, logoDigest }: Pick<Account, 'id' | 'logoDigest'>): string | undefined {
  return logoDigest === null ? undefined : `/logos/${id}/${logoDigest}.png`
}
