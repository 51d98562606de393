import { z } from 'zod'
import type { Account, Site } from '../../contract/operation.ts'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'

/** The shapes of an account as the API answers it. */

/** Every preference that the account has set; what is not set is left out. */
const Preferences = z.strictObject({
  locale: LocaleCode.optional(),
  timezone: z.string().optional(),
  senderName: z.string().optional(),
  replyTo: z.string().optional(),
  inviteSubject: z.string().optional(),
  brandColor: z.string().optional(),
  defaultAssessmentIds: z.array(AssessmentId).optional(),
  participantSeesReport: z.boolean().optional(),
  retentionDays: z.int().optional(),
})

export const ShownAccount = z.strictObject({
  id: PublicId,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  name: z.string(),
  type: z.string(),
  billing: z.strictObject({
    status: z.enum(['trialing', 'active', 'past_due', 'canceled', 'unpaid']),
    /** Seconds since the epoch. */
    trialEndDate: z.int().nullable(),
  }),
  reportsGenerated: z.int(),
  trialReportsUsed: z.int(),
  preferences: Preferences,
  logoUrl: z.string().nullable(),
  /** Null means that nothing is counted. */
  credits: z.int().nullable(),
  state: z.enum(['active', 'paused']),
  region: z.string(),
  mode: z.enum(['live', 'demo']),
})

export type ShownAccount = z.output<typeof ShownAccount>

export function shownAccount(account: Account, site: Site): ShownAccount {
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
    preferences: account.preferences as ShownAccount['preferences'],
    logoUrl: path === undefined ? null : site.publicUrl + path,
    credits: null,
    state: account.paused ? 'paused' : 'active',
    region: site.region,
    mode: account.mode,
  }
}

/** Where anyone finds the account's logo, below the root of the service. It names the picture, so it never changes. */
export function logoPath({ id, logoDigest }: Pick<Account, 'id' | 'logoDigest'>): string | undefined {
  return logoDigest === null ? undefined : `/logos/${id}/${logoDigest}.png`
}
