import type { AccountHomes } from '../contract/account-homes.ts'
import type { GuestCaller, TakerCaller } from '../contract/caller.ts'
import type { Payer } from '../contract/payer.ts'
import type { Database } from '../contract/ports.ts'
import { pauseMinutes, takerSessionHours } from '../contract/taker-session.ts'
import { visibilityOf } from '../contract/visibility.ts'
import { accountOfSecret, hashSecret } from './secret.ts'

/**
 * The caller for the text after `/t/`: `<region>.tmb_link_…` or `<region>.tmb_share_…`. Undefined if it can't be one of
 * our links.
 */
export function parseLink(
  text: string,
  network: Payer<'network'>,
  homeOf: AccountHomes['homeOf'] = (_, named) => named,
): GuestCaller | undefined {
  const match = /^([a-z]{2,8})\.((tmb_link_|tmb_share_)[\w-]{20,80})$/.exec(text)
  const [, named, secret, prefix] = match ?? []
  if (!named || !secret) return undefined
  const accountId = accountOfSecret(prefix as 'tmb_link_' | 'tmb_share_', secret)
  if (!accountId) return undefined
  const region = homeOf(accountId, named)
  const link = prefix === 'tmb_share_' ? 'shared' : 'personal'
  return { kind: 'guest', accountId, region, link, linkHash: hashSecret(secret), network }
}

/** The caller for the text after `/r/`, `tmb_report_…`. Undefined if it can't be one of our links. */
export function parseReportLink(
  text: string,
  region: string,
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_report_[\w-]{20,80}$/.test(text)) return undefined
  const accountId = accountOfSecret('tmb_report_', text)
  if (!accountId) return undefined
  return { kind: 'guest', accountId, region, link: 'report', linkHash: hashSecret(text), network }
}

/** The caller for the text after `/card/`, `tmb_card_…`. Undefined if it can't be one of our cards. */
export function parseShareCard(
  text: string,
  region: string,
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_card_[\w-]{20,80}$/.test(text)) return undefined
  const accountId = accountOfSecret('tmb_card_', text)
  if (!accountId) return undefined
  return { kind: 'guest', accountId, region, link: 'card', linkHash: hashSecret(text), network }
}

/** The caller for the text after `/study/`, `tmb_study_…`. Undefined if it can't be one of our links. */
export function parseStudyLink(
  text: string,
  region: string,
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_study_[\w-]{20,80}$/.test(text)) return undefined
  const accountId = accountOfSecret('tmb_study_', text)
  if (!accountId) return undefined
  return { kind: 'guest', accountId, region, link: 'study', linkHash: hashSecret(text), network }
}

/** The caller for the text after `/study/peer/`, `tmb_peer_…`. Undefined if it can't be one of our links. */
export function parsePeerLink(
  text: string,
  region: string,
  network: Payer<'network'>,
): GuestCaller | undefined {
  if (!/^tmb_peer_[\w-]{20,80}$/.test(text)) return undefined
  const accountId = accountOfSecret('tmb_peer_', text)
  if (!accountId) return undefined
  return { kind: 'guest', accountId, region, link: 'peer', linkHash: hashSecret(text), network }
}

/** Sessions as they are now: open, or ended less than `pauseMinutes` ago by their person, who may continue. */
const sessionStates = {
  open: 'session.expires_at > $3',
  paused:
    `session.expires_at <= $3 and session.expires_at > $3::timestamptz - interval '${pauseMinutes} minutes' and ` +
    `least(session.created_at + interval '${takerSessionHours} hours', invite.expires_at) > $3`,
}

/**
 * The person whose session has this secret. Undefined if it has ended or never existed. A session ends with its link
 * when the profile gets another address: it may have been opened by a stranger with the mistyped one.
 */
export function findTaker(
  database: Database,
  region: string,
  secret: string,
  now: Date,
): Promise<TakerCaller | undefined> {
  return findTakerIn('open', database, region, secret, now)
}

/** The person who has just stopped in this session. It can read nothing but what the page for stopping shows. */
export function findPausedTaker(
  database: Database,
  region: string,
  secret: string,
  now: Date,
): Promise<TakerCaller | undefined> {
  return findTakerIn('paused', database, region, secret, now)
}

async function findTakerIn(
  state: keyof typeof sessionStates,
  database: Database,
  region: string,
  secret: string,
  now: Date,
): Promise<TakerCaller | undefined> {
  const accountId = accountOfSecret('tmb_take_', secret)
  if (!accountId) return undefined
  const row = await database.inAccount(
    accountId,
    (sql) =>
      sql.row<{
        profile_id: string
        invite_id: string
        channel: TakerCaller['channel']
        purpose: TakerCaller['purpose']
        created_at: string
        recipient: string | null
        unconfirmed: string[]
      }>(
        `select session.profile_id, session.invite_id, invite.channel, session.purpose, session.created_at,
                invite.recipient, profile.unconfirmed
           from take_session session
           join invite on invite.account_id = session.account_id and invite.id = session.invite_id
           join profile on profile.account_id = session.account_id and profile.id = session.profile_id
          where session.account_id = $1 and session.token_hash = $2 and ${sessionStates[state]}
            and invite.revoked_at is null
            and case invite.channel when 'email' then invite.recipient = profile.email
                                    when 'sms' then invite.recipient = profile.phone else true end`,
        [accountId, hashSecret(secret), now],
      ),
    { readOnly: true, unproven: true },
  )
  if (!row) return undefined
  return {
    kind: 'taker',
    accountId,
    region,
    profileId: row.profile_id,
    inviteId: row.invite_id,
    channel: row.channel,
    purpose: row.purpose,
    sessionStartedAt: row.created_at,
    visibility: visibilityOf({ ...row, id: row.invite_id }, row.unconfirmed),
  }
}

/** Ends a session when the person stops. For `pauseMinutes` its row stays, and opens it again if they continue. */
export async function pauseTakerSession(database: Database, secret: string, now: Date): Promise<void> {
  const accountId = accountOfSecret('tmb_take_', secret)
  if (!accountId) return
  await database.inAccount(
    accountId,
    (sql) =>
      sql.run(
        'update take_session set expires_at = $3 where account_id = $1 and token_hash = $2 and expires_at > $3',
        [accountId, hashSecret(secret), now],
      ),
    { unproven: true },
  )
}

/** Opens a session again that its person has just ended by stopping, until it would have ended otherwise. */
export async function resumeTakerSession(database: Database, secret: string, now: Date): Promise<boolean> {
  const accountId = accountOfSecret('tmb_take_', secret)
  if (!accountId) return false
  const resumed = await database.inAccount(
    accountId,
    (sql) =>
      sql.row(
        `update take_session session
            set expires_at = least(session.created_at + interval '${takerSessionHours} hours', invite.expires_at)
           from invite
          where session.account_id = $1 and session.token_hash = $2 and invite.account_id = $1
            and invite.id = session.invite_id and invite.revoked_at is null and ${sessionStates.paused}
         returning session.token_hash`,
        [accountId, hashSecret(secret), now],
      ),
    { unproven: true },
  )
  return resumed !== undefined
}

/** Ends a session for good, without a way back in this browser. */
export async function endTakerSession(database: Database, secret: string): Promise<void> {
  const accountId = accountOfSecret('tmb_take_', secret)
  if (!accountId) return
  await database.inAccount(
    accountId,
    (sql) =>
      sql.run('delete from take_session where account_id = $1 and token_hash = $2', [
        accountId,
        hashSecret(secret),
      ]),
    { unproven: true },
  )
}
