import { z } from 'zod'
import { accountModes } from '../../contract/account-mode.ts'
import { FocusFormName } from '../../contract/focus-form.ts'
import type { Account, InstallationConfig } from '../../contract/operation.ts'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { pendingRetentionOf } from './retention.ts'

/** Shapes of an account in the API. */

/** Common settings; the example deletes no one. */
export const examplePreferences = {
  locale: 'en',
  timezone: 'Europe/Berlin',
  senderName: 'Ada at Northwind',
  brandColor: '#0b2a6b',
}

/** Who writes debriefs. The description says which data leaves the installation, and what kind of text results. */
export const DebriefWriter = z.enum(['rules', 'model'], { error: 'must be rules or model' }).meta({
  description:
    'Who writes debriefs: `rules`, the rules of this service (default), or `model`, the language ' +
    'model that the installation has configured. With `model`, levels, scores and ranks of a person ' +
    'are sent to that model, without names, addresses, tags or free text. The text is written by ' +
    'artificial intelligence, and its `generator` says so. If the model returns no valid text, the ' +
    'rules write instead. In the European Union, AI that evaluates people for work may count as ' +
    'high-risk: decide who is responsible before you set it.',
  examples: ['rules'],
})

export const debriefOnCompletionText =
  'Whether a debrief is written as soon as a person has completed all available assessments, also after a retake: by ' +
  "the account's writer, in the person's language. That uses at most half of the debriefs that an account may have " +
  'written in a minute, and half of the daily budget of a model; the rest is for those that someone asks for. More ' +
  'wait for the next minute. Default: false, so a debrief is written when someone first asks for it.'

export const reminderDaysText =
  'Days after an invite on which people who have not completed get a reminder: at most three. Each reminder has a ' +
  'new link. It is sent from 8:00 to 21:00 in `timezone`, within two days, and never after completion, a ' +
  'request to be deleted or unsubscribing. Default: no reminders.'

export const shareCardText =
  'Whether people may show a card of their own results to others: one public page with what they choose, which they ' +
  'can remove at any time. While this is false, cards that exist show nothing. Without `participantSeesReport` there ' +
  'are none either. Default: true.'

/** Every preference that the account has set; others are omitted. */
const Preferences = z
  .strictObject({
    locale: LocaleCode.optional().meta({
      description: 'Language of emails and pages if the profile has none. Default: English.',
    }),
    timezone: z
      .string()
      .optional()
      .meta({
        description: 'Time zone of dates in emails and on pages (IANA name). Default: UTC.',
        examples: ['Europe/Berlin'],
      }),
    senderName: z
      .string()
      .optional()
      .meta({
        description:
          'Introduces the account in emails to people: sender name, and first lines. Pages, text messages and what ' +
          "people agree to name the account. Default: the account's name.",
        examples: ['Ada at Northwind'],
      }),
    replyTo: z
      .string()
      .optional()
      .meta({
        description: "Reply-to address of emails. Default: the installation's sender address.",
        examples: ['people@example.com'],
      }),
    inviteSubject: z
      .string()
      .optional()
      .meta({
        description: "Subject of email invites. Default: the service's own.",
        examples: ['Your assessment'],
      }),
    brandColor: z
      .string()
      .optional()
      .meta({
        description: "Color of pages and emails. Default: the service's own.",
        examples: ['#0b2a6b'],
      }),
    defaultAssessmentIds: z
      .array(AssessmentId)
      .optional()
      .meta({
        description: 'Assessments of a new profile. Default: all.',
        examples: [['disc', 'focus']],
      }),
    focusForm: FocusFormName.optional().meta({
      description: 'Length of Focus for new profiles. Default: `focus-120`.',
      examples: ['focus-60'],
    }),
    participantSeesReport: z
      .boolean()
      .optional()
      .meta({ description: 'Whether people see their own results at the end. Default: true.' }),
    participantSharesCard: z.boolean().optional().meta({ description: shareCardText }),
    debriefWriter: DebriefWriter.optional(),
    debriefOnCompletion: z.boolean().optional().meta({ description: debriefOnCompletionText }),
    retentionDays: z
      .int()
      .optional()
      .meta({
        description:
          'Profiles with no activity for this many days are permanently deleted, from `pendingRetention.holdsFrom` on if ' +
          'that is not null. Default: none are deleted.',
        examples: [730],
      }),
    reminderDays: z
      .array(z.int())
      .optional()
      .meta({ description: reminderDaysText, examples: [[3, 6]] }),
  })
  .meta({
    id: 'Preferences',
    description: 'Preferences that the account has set. Omitted ones have their default.',
    examples: [examplePreferences],
  })

const PendingRetention = z
  .strictObject({
    holdsFrom: Timestamp.meta({
      description:
        'The first deletion by the chosen `retentionDays` is not before this. Until then they can be changed back.',
    }),
    daysBefore: z
      .int()
      .nullable()
      .meta({
        description: 'The days that hold until then. Null if nobody is deleted until then.',
        examples: [730],
      }),
  })
  .nullable()
  .meta({
    description:
      'Read-only. Set for seven days after `retentionDays` was set or shortened, because it does not hold yet. Null ' +
      'otherwise.',
    examples: [null],
  })

const Billing = z
  .strictObject({
    status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'unpaid']).meta({
      description:
        "`canceled` and `unpaid` accounts, and trials that have ended or are used up, can't create new " +
        'work.',
      examples: ['trialing'],
    }),
    trialEndDate: z
      .int()
      .nullable()
      .meta({
        description:
          'When the trial ends, in whole seconds since 1970 (Unix time), not milliseconds. Null if there is ' +
          'no trial.',
        examples: [1796000000],
      }),
  })
  .meta({ id: 'Billing', description: 'Billing status of the account.' })

const count = z.int().min(0)

const QuotaUsage = z.strictObject({
  name: z.enum(['storedBytes', 'changesToday', 'exportsThisHour', 'apps']).meta({
    description:
      '`storedBytes`: what the account keeps (402 `storage_quota` beyond it), about, and as of up to a minute ago. `changesToday`: ' +
      'audit entries that tokens have written today, UTC (429 `change_limit`). `exportsThisHour`: exports of people (429 `export_limit`). ' +
      '`apps`: connected apps of all members, each counted once for each member.',
    examples: ['changesToday'],
  }),
  used: count.nullable().meta({
    description: 'How much is used. Null for exports, which become available again one by one.',
    examples: [1200],
  }),
  limit: count.meta({ description: 'The limit.', examples: [100000] }),
})

/** Usage, for pages that show how close to the limits an action would get. */
const Usage = z
  .strictObject({
    profiles: count.meta({ description: 'Current number of profiles.', examples: [41] }),
    profileLimit: count.nullable().meta({
      description: 'Maximum number of profiles. Null if unlimited.',
      examples: [50],
    }),
    reports: count.meta({
      description: 'Reports that count towards the limit. Without a limit, all reports ever created.',
      examples: [3],
    }),
    reportLimit: count.nullable().meta({
      description: 'Maximum number of reports in a trial. Null if unlimited.',
      examples: [10],
    }),
    quotas: z.array(QuotaUsage).meta({
      description: 'Further limits that the operator of the service has set; empty if there are none.',
    }),
  })
  .meta({ id: 'Usage', description: 'What the account has used of its limits.' })

export const AccountResource = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp.meta({ description: 'When the account was created.' }),
    updatedAt: Timestamp.meta({ description: 'When the account or its preferences last changed.' }),
    name: z.string().meta({ description: 'The name of the organization.', examples: ['Northwind'] }),
    type: z.string().meta({
      description: 'Kind of organization, as the installation names it. Default: `organization`.',
      examples: ['organization'],
    }),
    billing: Billing,
    reportsGenerated: count.meta({
      description: 'Number of profiles that have completed all their assessments.',
      examples: [12],
    }),
    trialReportsUsed: count.meta({
      description: 'How many of these count towards the trial limit.',
      examples: [3],
    }),
    preferences: Preferences,
    pendingRetention: PendingRetention,
    logoUrl: z
      .string()
      .nullable()
      .meta({
        description: 'Public URL of the logo. Null if there is none. It changes with the logo.',
        examples: ['https://timbre.example.com/logos/6920318e4b1a0c7d2e8f5a63/b1946ac9.png'],
      }),
    credits: z
      .int()
      .nullable()
      .meta({
        description: 'Remaining credits. Null means unlimited, as on every self-hosted installation.',
        examples: [null],
      }),
    state: z.enum(['active', 'paused']).meta({
      description:
        'A paused account returns 403 for every request. People can still finish assessments they have ' +
        'started.',
      examples: ['active'],
    }),
    region: z
      .string()
      .meta({ description: 'Region where the account is. Send its requests there.', examples: ['us'] }),
    mode: z.enum(accountModes).meta({
      description:
        '`demo` if the data is fictional. `sandbox`: people answer by themselves, and nothing is sent to anyone.',
      examples: ['live'],
    }),
    usage: Usage,
  })
  .meta({ id: 'Account', description: 'The organization that the token belongs to.' })

export type AccountResource = z.output<typeof AccountResource>

export function toAccountResource(
  account: Account,
  {
    installation,
    now,
    usage,
  }: { installation: InstallationConfig; now: Date; usage: z.output<typeof Usage> },
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
    pendingRetention: pendingRetentionOf(account, now),
    logoUrl: path === undefined ? null : installation.publicUrl + path,
    credits: null,
    state: account.paused ? 'paused' : 'active',
    region: installation.region,
    mode: account.mode,
    usage,
  }
}

/**
 * The public path of the account's logo, below the root of the service. It contains the digest, so its content never
 * changes.
 */
export function logoPath({ id, logoDigest }: Pick<Account, 'id' | 'logoDigest'>): string | undefined {
  return logoDigest === null ? undefined : `/logos/${id}/${logoDigest}.png`
}
