/**
 * One message to send: purpose, channel and address. The kind determines what it counts against (`caps.ts`) and whether
 * the recipient can unsubscribe from it.
 */
export type MessageIntent =
  /** An account invites a person, or reminds them. `evenBounced`: someone says that the address is right. */
  | { kind: 'invite'; channel: 'email' | 'sms'; to: string; evenBounced?: boolean | undefined }
  /** A visitor typed this address on the page of a share link. */
  | { kind: 'start'; channel: 'email'; to: string }
  /** The holder of an older link asks for a new one. `isOwnAddress`: the older one was sent to this address. */
  | { kind: 'newLink'; channel: 'email' | 'sms'; to: string; isOwnAddress: boolean }
  /** A member invites someone to the account. */
  | { kind: 'member'; channel: 'email'; to: string }
  /** A person exercised a legal right: the owners must know. */
  | { kind: 'notice'; channel: 'email'; to: string; profileId: string }
  /** A member chose to hear of people who complete, and the like. `isDigest`: about many at once. */
  | { kind: 'memberNotice'; channel: 'email'; to: string; memberId: string; isDigest: boolean }
  /** A person asked for the link of a study, or takes part in one. The account doesn't see these. */
  | { kind: 'study'; channel: 'email'; to: string; profileId: string }
  /** A change that affects the security of accounts or sign-ins. `causedBy` is the person or member who made it. */
  | { kind: 'security'; channel: 'email' | 'sms'; to: string; causedBy: string }
  /** Someone without read access replaced a person's address: the former address is notified. */
  | { kind: 'former'; channel: 'email' | 'sms'; to: string }
  /** A code that opens someone's own results, for the holder of a link that was sent to this address. */
  | { kind: 'resultsCode'; channel: 'email' | 'sms'; to: string }
  /** A sign-in code. `isTrustedDevice`: a browser in which the person has signed in before. */
  | { kind: 'code'; channel: 'email'; to: string; isTrustedDevice: boolean }

type MessageKind = MessageIntent['kind']

/**
 * Kinds that recipients can unsubscribe from. The others are mandatory: someone who could switch them off for another
 * person could hide what happens to their account.
 */
const optional: ReadonlySet<string> = new Set<MessageKind>(['invite', 'start', 'newLink', 'member', 'study'])

/** Whether recipients can unsubscribe from messages of this kind. */
export function isOptional(kind: string): boolean {
  return optional.has(kind)
}

/**
 * Whether the email must contain an unsubscribe link. For text messages, the page behind the link has it. Emails that a
 * member has chosen have a link of their own, which ends them and nothing else.
 */
export function hasUnsubscribeLink({ kind, channel }: MessageIntent): boolean {
  return channel === 'email' && (isOptional(kind) || kind === 'memberNotice')
}

/**
 * Whether opt-outs apply. Not to a new link requested with a link that was sent to the same address: the requester
 * reads that mailbox and asks for this very email.
 */
export function respectsOptOut(sending: MessageIntent): boolean {
  return isOptional(sending.kind) && !(sending.kind === 'newLink' && sending.isOwnAddress)
}

/**
 * Whether nothing is sent to an address that has bounced. Invitations of members are tried: who they are for is on another
 * page, which shows no state of a message.
 */
export function respectsBounces(sending: MessageIntent): boolean {
  if (sending.kind === 'invite') return sending.evenBounced !== true
  return isOptional(sending.kind) && sending.kind !== 'member'
}
