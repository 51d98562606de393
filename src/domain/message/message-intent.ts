/**
 * One message that somebody is about to send: why, by which way and where to. The kind decides what it counts
 * against (`caps.ts`) and whether its reader can say no to it.
 */
export type MessageIntent =
  /** An account invites a person, or reminds them. */
  | { kind: 'invite'; channel: 'email' | 'sms'; to: string }
  /** Somebody typed this address on the page of a share link. */
  | { kind: 'start'; channel: 'email'; to: string }
  /** Somebody who holds an older link asks for a new one; `isOwnAddress` says that the older one went to this address. */
  | { kind: 'newLink'; channel: 'email' | 'sms'; to: string; isOwnAddress: boolean }
  /** A member invites somebody to act for the account. */
  | { kind: 'member'; channel: 'email'; to: string }
  /** A person of the account asked for something that the law gives them: its owners must know. */
  | { kind: 'notice'; channel: 'email'; to: string; profileId: string }
  /** Something changed that keeps accounts or sign-ins safe. `causedBy` is the person or member who changed it. */
  | { kind: 'security'; channel: 'email' | 'sms'; to: string; causedBy: string }
  /** A person's address was replaced by somebody who may not read them: the former address hears of it. */
  | { kind: 'former'; channel: 'email' | 'sms'; to: string }
  /** A code to sign in; `isTrustedDevice` in a browser where the person signed in before. */
  | { kind: 'code'; channel: 'email'; to: string; isTrustedDevice: boolean }

type MessageKind = MessageIntent['kind']

/**
 * Kinds whose reader can say no: the email offers it, and the list is asked first. The others cannot be stopped, because
 * whoever could switch them off for somebody else would hide from them what happens to their account.
 */
const optional: ReadonlySet<MessageKind> = new Set<MessageKind>(['invite', 'start', 'newLink', 'member'])

/** Whether an email must carry the way to say no to further ones; the page behind a text message carries it. */
export function hasUnsubscribeLink({ kind, channel }: MessageIntent): boolean {
  return channel === 'email' && optional.has(kind)
}

/**
 * Whether the list of those who said no is asked. Not for a new link that is asked for with a link that went to the
 * same address: whoever asks reads that mailbox, and asks for this very email.
 */
export function respectsOptOut(sending: MessageIntent): boolean {
  return optional.has(sending.kind) && !(sending.kind === 'newLink' && sending.isOwnAddress)
}
