import { z } from 'zod'

/** How reports of undelivered emails reach the service. */
export type BounceConfig = {
  /** Reports come to this address with a token after a plus sign. */
  address: string
  /** What the operator's mail server sends with each report; undefined without the webhook. */
  secret: string | undefined
  /** A Maildir that reports are delivered to. */
  dir: string | undefined
}

/** The variables of reports of undelivered emails. */
export const bounceVariables = {
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .regex(/^[a-z0-9._-]{1,20}@[a-z0-9.-]{1,200}$/i, 'must be a short address such as bounces@example.org')
    .optional(),
  MAIL_BOUNCE_SECRET: z
    .string()
    .regex(/^\S{32,256}$/, 'must have 32 to 256 characters, without blanks')
    .optional(),
  MAIL_BOUNCE_DIR: z.string().optional(),
}

type Variables = {
  MAIL_BOUNCE_ADDRESS?: string | undefined
  MAIL_BOUNCE_SECRET?: string | undefined
  MAIL_BOUNCE_DIR?: string | undefined
}

/** Reports that nobody reads would only fill a mailbox, so an address alone is refused. */
export function readBounceConfig(
  { MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_SECRET: secret, MAIL_BOUNCE_DIR: dir }: Variables,
  problems: string[],
): BounceConfig | undefined {
  if (address === undefined) {
    if (secret) problems.push('MAIL_BOUNCE_SECRET: has no effect without MAIL_BOUNCE_ADDRESS')
    if (dir) problems.push('MAIL_BOUNCE_DIR: has no effect without MAIL_BOUNCE_ADDRESS')
    return undefined
  }
  if (!secret && !dir) problems.push('MAIL_BOUNCE_ADDRESS: needs MAIL_BOUNCE_SECRET or MAIL_BOUNCE_DIR')
  return { address, secret, dir }
}
