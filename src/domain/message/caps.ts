import type { MessageIntent } from './message-intent.ts'

/** What messages are counted by; also a column of the table. */
export type CapKind = keyof typeof standardCaps

/** Caps of an installation. */
export type Caps = Readonly<Record<CapKind, number>>

/**
 * Maximum messages a day (UTC), unless noted otherwise. Allowances are spent only by proven callers: the account by its
 * token, a member by a sign-in, the holder of a link by the link. What strangers can cause is counted separately, so
 * that they can't use up anyone else's allowance.
 * The first three cap the cost of text messages and can't be switched off: against toll fraud, where someone who earns
 * from a number or has rented a range invites invented people there.
 */
export const standardCaps = {
  /** More than five links a day are never needed. Over all accounts. */
  number: 5,
  /** Few real people have neighboring numbers; rented numbers are neighbors by the thousand. Over all accounts. */
  range: 20,
  /** What a stolen secret can spend in a day: five hundred times the price of a text message. */
  account: 500,

  /** Invites of an account per clock minute. Deleting profiles gives none of them back. */
  'account-minute': 60,
  /** Emails that an account sends itself: invites and member invitations. MAIL_ACCOUNT_DAILY overrides it. */
  'account-email': 2_000,
  /** Member invitations of an account: as many as may be open at the same time. */
  'account-member': 50,
  /** Emails that one account sends itself to one address. */
  'account-address': 10,
  /**
   * The same over all accounts: many together can't flood a mailbox, and one alone can't use up the address for the
   * others.
   */
  address: 20,

  /** New links to one address, requested by holders of older links. */
  'asked-address': 10,

  /** Codes that open someone's results, to one address, requested by holders of links that were sent there. */
  'results-code': 10,

  /** Starts from one share link per clock hour: the maximum of three networks. */
  'share-link-hour': 240,
  /** Starts from one share link, with or without an address. SHARE_LINK_DAILY overrides it. */
  'share-link': 1_000,
  /** Emails to addresses that visitors typed on the page of one share link, and of all share links of an account. */
  'share-link-email': 500,
  'share-account-email': 1_000,
  /** Such emails to one mailbox, over all accounts: its owner needs one or two, and anyone can type the address. */
  'share-address': 3,

  /**
   * Emails of studies to one mailbox, over all accounts, and those that one person can cause. Counted by themselves: a cap
   * shared with invites would tell the account that someone gets them.
   */
  'study-address': 5,
  'study-person': 5,

  /** Notices to one owner about one person, who alone can cause them. */
  notice: 20,
  /** Emails about single events to one member who chose them. What exceeds it is in a digest. */
  'member-notice': 20,
  /** Digests to one member: two a day are due, more only if the account's time zone changes. */
  'member-digest': 4,
  /**
   * Security notices caused by one person's own actions. Beyond it the action is refused, so that no notice is
   * withheld.
   */
  security: 100,

  /**
   * Emails to addresses that an account has replaced: in all, to one address, and to one address over all accounts.
   * Beyond it the change is refused, so that no notice is withheld.
   */
  'former-account': 500,
  'former-account-address': 5,
  'former-address': 20,

  /** Codes to one address, from any browser. People who sign in often need more than people who are invited. */
  'sign-in': 30,
  /**
   * Codes from browsers in which the address has never signed in, so that no one else can use up what its owner needs.
   */
  'sign-in-elsewhere': 24,

  /** Domains that an account sets for its sender: each gets a new key, which takes a processor a moment. */
  'sender-domain': 10,
} as const satisfies Record<string, number>

/** What messages are counted by: a number, a range of numbers, an account, an email address. */
export type CapCounter = { kind: CapKind; name: string }

export type CapContext = { accountId: string | null; now: Date; isLimited: boolean }

/**
 * The counters of a message, in the order in which they refuse it. Text messages cost money and are always capped; the
 * other caps are limits like any other, and off for load tests.
 */
export function capCountersFor(sending: MessageIntent, context: CapContext): CapCounter[] {
  if (sending.channel === 'sms') return [...minuteOf(sending, context), ...costOf(sending.to, context)]
  if (!context.isLimited) return []
  const { to } = sending
  const account = context.accountId ?? ''
  switch (sending.kind) {
    case 'invite':
      return [...minuteOf(sending, context), ...byAccount(account, to)]
    case 'member':
      return [{ kind: 'account-member', name: account }, ...byAccount(account, to)]
    case 'newLink':
      return [{ kind: 'asked-address', name: `${account}:${to}` }]
    case 'resultsCode':
      return [{ kind: 'results-code', name: `${account}:${to}` }]
    case 'start':
      // Share link and account are counted with the start itself, see share/count.
      return [{ kind: 'share-address', name: mailboxOf(to) }]
    case 'study':
      return [
        { kind: 'study-address', name: mailboxOf(to) },
        { kind: 'study-person', name: `${account}:${sending.profileId}` },
      ]
    case 'notice':
      return [{ kind: 'notice', name: `${account}:${sending.profileId}:${to}` }]
    case 'memberNotice':
      return [
        {
          kind: sending.isDigest ? 'member-digest' : 'member-notice',
          name: `${account}:${sending.memberId}`,
        },
      ]
    case 'security':
      return [{ kind: 'security', name: `${sending.causedBy}:${to}` }]
    case 'former':
      return [
        { kind: 'former-account', name: account },
        { kind: 'former-account-address', name: `${account}:${to}` },
        { kind: 'former-address', name: to },
      ]
    case 'code': {
      const every = { kind: 'sign-in', name: to } as const
      return sending.isTrustedDevice ? [every] : [every, { kind: 'sign-in-elsewhere', name: to }]
    }
  }
}

function byAccount(account: string, to: string): CapCounter[] {
  return [
    { kind: 'account-email', name: account },
    { kind: 'account-address', name: `${account}:${to}` },
    { kind: 'address', name: to },
  ]
}

function minuteOf({ kind }: MessageIntent, { accountId, now, isLimited }: CapContext): CapCounter[] {
  if (kind !== 'invite' || !isLimited) return []
  return [{ kind: 'account-minute', name: `${accountId}:${now.toISOString().slice(0, 16)}` }]
}

function costOf(to: string, { accountId }: CapContext): CapCounter[] {
  return [
    { kind: 'account', name: accountId ?? '' },
    { kind: 'number', name: to },
    { kind: 'range', name: rangeOf(to) },
  ]
}

/**
 * The mailbox behind an address: most servers deliver `ada+anything@…` to `ada@…`, and a visitor can type any of them.
 */
function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*@/, '@')
}

/** Numbers of one range differ in the last digits: ten thousand numbers. */
const rangeDigits = 4

/** Ranges are rented and abused as a whole. */
function rangeOf(phone: string): string {
  return phone.slice(0, -rangeDigits)
}
