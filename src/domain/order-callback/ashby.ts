import type { WebhookRequest } from '../../contract/webhook-call.ts'
import type { CallbackKind } from './store.ts'

export type AshbyReport = {
  kind: CallbackKind
  /** The order's `reference`: one version of Ashby's reference calls the id a UUID. */
  reference: string
  /** Milliseconds since 1970, strictly rising for each order. */
  stamp: number
  profileUrl: string
  labels: readonly { name: string; value: string }[]
}

/**
 * `POST /assessment.update` with the account's Ashby key (permission `candidatesWrite`). A result means complete and
 * demands the address; a reason means cancelled. Never a number: a behavioral profile has none.
 *
 * Unverified: a third party reports that requests without `User-Agent` are refused, and sends this `Accept`.
 */
export function ashbyRequest(
  origin: string,
  report: AshbyReport,
  { remoteKey, userAgent }: { remoteKey: string; userAgent: string },
): WebhookRequest {
  return {
    url: `${origin}/assessment.update`,
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${remoteKey}:`).toString('base64')}`,
      'content-type': 'application/json',
      accept: 'application/json; version=1',
      'user-agent': userAgent,
    },
    body: JSON.stringify({
      assessment_id: report.reference,
      timestamp: report.stamp,
      ...fieldsOf(report),
    }),
  }
}

function fieldsOf({ kind, profileUrl, labels }: AshbyReport): object {
  if (kind === 'started') return { assessment_status: text('status', 'Status', 'Started') }
  if (kind !== 'completed') return { cancelled_reason: text('reason', 'Reason', reasons[kind]) }
  return {
    assessment_profile_url: {
      identifier: 'profile',
      label: 'Profile',
      type: 'url',
      value: profileUrl,
    },
    assessment_result: text('result', 'Result', 'Completed'),
    ...(labels.length > 0 && {
      metadata: labels.map(({ name, value }) => text(name.toLowerCase(), name, value)),
    }),
  }
}

function text(identifier: string, label: string, value: string) {
  return { identifier, label, type: 'string', value }
}

const reasons = {
  cancelled: 'The order was cancelled.',
  expired: 'The candidate did not complete the assessment within eight weeks.',
  failed: 'The email to the candidate could not be delivered. Check the address.',
} as const
