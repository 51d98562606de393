import type { MessageIntent } from './message-intent.ts'

/** What messages are counted by; the word is in the table too. */
export type CapKind = keyof typeof standardCaps

/** Caps that an installation may set otherwise. */
export type Caps = Readonly<Record<CapKind, number>>

/**
 * Messages a day (in UTC) at most, unless a line says otherwise. An allowance is spent only by somebody who has shown
 * something: the account by its token, a member by a sign-in, the holder of a link by the link. What strangers can cause is
 * counted apart, so that they use up nothing that anybody else needs.
 *
 * The first three bound what text messages can cost, and hold whatever else is switched off: who earns from a number or
 * has rented a range of them invents people who live there (toll fraud).
 */
export const standardCaps = {
  /** Nobody needs more than five links in one day; over all accounts. */
  number: 5,
  /** Neighbours by chance are few, rented numbers are neighbours by the thousand; over all accounts. */
  range: 20,
  /** What a stolen secret can spend in a day: five hundred times the price of a text message. */
  account: 500,

  /** Invites of an account in one minute of the clock. Deleting the people gives none of them back. */
  'account-minute': 60,
  /** Emails that an account sends by itself: invites and member invitations. MAIL_ACCOUNT_DAILY sets another number. */
  'account-email': 2_000,
  /** Member invitations of an account: as many as may be open at once. */
  'account-member': 50,
  /** Of the emails that accounts send by themselves, those of one account to one address. */
  'account-address': 10,
  /** The same over all accounts, so that many together cannot fill a mailbox, and one alone cannot shut out the others. */
  address: 20,

  /** New links that holders of older links ask for, to one address. */
  'asked-address': 10,

  /** Starts from one share link in one hour of the clock: three networks that start all they can. */
  'share-link-hour': 240,
  /** Starts from one share link, with or without an address. SHARE_LINK_DAILY sets another number. */
  'share-link': 1_000,
  /** Emails to addresses that people typed on the page of one share link, and of all links of an account. */
  'share-link-email': 500,
  'share-account-email': 1_000,
  /** Such emails to one mailbox, over all accounts: its owner needs one or two, and anybody can type the address. */
  'share-address': 3,

  /** Notices to one owner about one person, which that person alone can cause. */
  notice: 20,
  /** Security notices that one person's own acts cause; the act is refused rather than kept from its owner. */
  security: 100,

  /**
   * Emails to addresses that an account has replaced: in all, to one address, and to one address over all accounts. The
   * change is refused rather than kept from its owner.
   */
  'former-account': 500,
  'former-account-address': 5,
  'former-address': 20,

  /** Codes for one address, from whatever browser. Those who sign in often need some more than those who are invited. */
  'sign-in': 30,
  /** Of these, from browsers in which the address never signed in: nobody else can use up what its owner needs. */
  'sign-in-elsewhere': 24,
} as const satisfies Record<string, number>

/** One thing that messages are counted by: a number, a range of numbers, an account, an email address. */
export type CapCounter = { kind: CapKind; name: string }

export type CapContext = { accountId: string | null; now: Date; isLimited: boolean }

/**
 * What a message counts against, what may be told to whoever asked first. Money is capped always; the rest is a limit
 * like the others, and off for load tests.
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
    case 'start':
      // Link and account are counted with the start itself, whoever the address belongs to: see share/count.
      return [{ kind: 'share-address', name: mailboxOf(to) }]
    case 'notice':
      return [{ kind: 'notice', name: `${account}:${sending.profileId}:${to}` }]
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

/** The mailbox behind an address: most servers deliver `ada+anything@…` to `ada@…`, and a stranger can type any of them. */
function mailboxOf(email: string): string {
  return email.replace(/\+[^@]*@/, '@')
}

/** The last digits that the numbers of one range differ in: ten thousand numbers. */
const rangeDigits = 4

/** The numbers that are rented and abused together. */
function rangeOf(phone: string): string {
  return phone.slice(0, -rangeDigits)
}
