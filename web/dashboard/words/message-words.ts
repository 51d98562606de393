import type { Message } from '../client/types.ts'

export const messageStates = ['waiting', 'sent', 'failed'] as const

export const stateWords: Record<Message['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
}

export const failureReasons = ['recipient', 'unreachable', 'policy', 'content', 'expired'] as const

/** Why an attempt failed, and what helps. */
export const failureWords: Record<NonNullable<Message['failure']>, string> = {
  recipient: 'The address was refused',
  unreachable: 'The server could not be reached',
  policy: 'The sender was refused',
  content: 'The text was refused',
  expired: 'It was too late to be of use',
}

export const failureHelp: Partial<Record<NonNullable<Message['failure']>, string>> = {
  recipient: 'Check the address before you try again.',
  unreachable: 'Trying again helps once the server answers.',
  policy: 'The mail server does not accept your sender. Ask the operator of this installation.',
}

export const kindWords: Record<NonNullable<Message['kind']>, string> = {
  invite: 'Invite',
  start: 'Link from a public page',
  newLink: 'New link',
  member: 'Invitation to the account',
  notice: 'Notice to owners',
  memberNotice: 'Email to a member',
  security: 'Security notice',
  former: 'Notice to a former address',
  code: 'Sign-in code',
}
