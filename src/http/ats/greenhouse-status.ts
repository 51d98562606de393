/**
 * What `partner_status` says. Greenhouse names `complete` only; the other words are **unverified**, and ours.
 */
export const partnerStatus = {
  open: 'sent',
  started: 'started',
  completed: 'complete',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'failed',
} as const
