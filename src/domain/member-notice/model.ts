import { z } from 'zod'
import { type EventType, eventTypes } from '../../contract/event-types.ts'
import type { Role } from '../../contract/role.ts'
import { scopesOfRole } from '../../contract/scope.ts'
import { nonEmptyIdList, PublicId, Timestamp } from '../../contract/shapes.ts'

/** What a member can get emails about, and the event that each follows. */
export const eventOfNotice = {
  completed: 'profile.completed',
  inviteFailed: 'invite.failed',
  erasureRequested: 'profile.erasureRequested',
} as const satisfies Record<string, EventType>

export type NoticeKind = keyof typeof eventOfNotice

export const noticeKinds = Object.keys(eventOfNotice) as [NoticeKind, ...NoticeKind[]]

export type NoticeFrequency = 'atOnce' | 'daily' | 'weekly'

/** A member's choice. A kind without a row is off. */
export type NoticeChoice = {
  kind: NoticeKind
  frequency: NoticeFrequency
  /** Only people with one of these tags; everyone if null. */
  tagIds: string[] | null
  /** The number of the last event that was emailed, or that needs no email. */
  seq: number
  /** ISO instant. With `atOnce` only while the daily maximum is reached. */
  digestDueAt: string | null
}

/**
 * Whether a role sees what the emails are about: it may read, with a scope, what the event points to. Coaches get none:
 * the emails are written from events of everyone.
 */
export function mayBeNotified(role: Role, kind: NoticeKind): boolean {
  if (role === 'coach') return false
  const { scope } = eventTypes[eventOfNotice[kind]]
  return scope !== null && scopesOfRole(role).includes(scope)
}

const Frequency = z.enum(['off', 'atOnce', 'daily', 'weekly']).meta({
  description:
    '`atOnce`: one email per event, within a minute; `daily`: one email a day at 8:00; `weekly`: one on Mondays at ' +
    "8:00; both in the account's time zone, and only if there is something to say.",
  examples: ['daily'],
})

const tagWords = 'Only people who have one of these tags when the email is written; everyone if null.'

const Choice = z
  .strictObject({
    frequency: Frequency,
    tagIds: z
      .array(PublicId)
      .nullable()
      .meta({
        description: `${tagWords} Empty if all of them have been deleted: then there are no emails.`,
        examples: [['6920318e4b1a0c7d2e8f5a70']],
      }),
    nextDigestAt: Timestamp.nullable().meta({
      description: 'When the next digest is due; null if there is none.',
      examples: ['2026-11-23T07:00:00.000Z'],
    }),
  })
  .nullable()

/** The emails that the caller's member gets. */
export const MemberNotices = z
  .strictObject({
    email: z.string().meta({
      description: "The member's own address, which the emails go to.",
      examples: ['ada@example.com'],
    }),
    completed: Choice.meta({ description: 'People who complete their assessments.' }),
    inviteFailed: Choice.meta({
      description: 'Invites that could not be delivered. Null for users, who send none.',
    }),
    erasureRequested: Choice.meta({
      description:
        'People who ask to be deleted. Null for users, who delete no one. Owners get an email at once in any case, and ' +
        'choose here whether a digest names them too.',
    }),
  })
  .meta({ id: 'MemberNotices', description: 'The emails that a member gets about people.' })
export type MemberNotices = z.output<typeof MemberNotices>

/** Tags in one choice. */
const maxTags = 50

const newChoice = (description: string) =>
  z
    .strictObject({
      frequency: Frequency,
      tagIds: nonEmptyIdList(maxTags)
        .nullable()
        .optional()
        .meta({ description: `${tagWords} Left as they are if missing.` }),
    })
    .optional()
    .meta({ description })

export const NoticeChanges = {
  completed: newChoice('People who complete their assessments.'),
  inviteFailed: newChoice('Invites that could not be delivered. Not for users.'),
  erasureRequested: newChoice('People who ask to be deleted. Not for users.'),
}
