import { z } from 'zod'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { completedTimers } from './examples.ts'
import { LocalFocusScores } from './local-scores.ts'
import { CoreRanking, DiscScores, FocusScores, Quality, Scoring } from './scores.ts'

/** The shapes of a profile as the API answers it. */

const Timer = z
  .strictObject({
    assessment: AssessmentId,
    isCompleted: z.boolean().meta({ description: 'Whether this assessment was completed.' }),
    activeSeconds: z
      .int()
      .min(0)
      .meta({
        description:
          'Time with the page in front and an answer, a key or a pointer within the last 30 seconds.',
        examples: [342],
      }),
    inactiveSeconds: z
      .int()
      .min(0)
      .meta({ description: 'Time with the page open but not in front.', examples: [61] }),
    idleSeconds: z
      .int()
      .min(0)
      .meta({ description: 'Time with the page in front and no input for over 30 seconds.', examples: [18] }),
    dateStarted: Timestamp.nullable().meta({ description: 'When the first answer was given.' }),
    dateCompleted: Timestamp.nullable().meta({
      description:
        'The moment this assessment was closed with its last answer; null before. It does not change afterwards.',
      examples: ['2026-11-21T09:06:42.000Z'],
    }),
    lastUpdated: Timestamp.nullable().meta({
      description: 'When the last answer or tick of the clock arrived.',
      examples: ['2026-11-21T09:06:42.000Z'],
    }),
  })
  .meta({
    id: 'Timer',
    description: 'Where the time went, in whole seconds. Time with the page closed is in none of the three.',
  })

const ProfileTag = z
  .strictObject({
    id: PublicId,
    label: z.string().meta({ description: 'What people call the tag.', examples: ['Design team'] }),
    color: z.string().meta({ description: 'One of the nine colors of tags.', examples: ['emerald'] }),
  })
  .meta({ id: 'ProfileTag', description: 'A tag as a profile shows it.' })

const assigned = z.array(AssessmentId)

export const Profile = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp.meta({
      description: 'When the profile was made.',
      examples: ['2026-11-20T16:30:00.000Z'],
    }),
    updatedAt: Timestamp.meta({
      description: 'When anything that the profile shows last changed.',
      examples: ['2026-11-21T09:31:05.000Z'],
    }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Needed for an invite by email.', examples: ['ada@example.com'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'Needed for an invite by SMS; E.164.', examples: ['+4915112345678'] }),
    firstName: z
      .string()
      .nullable()
      .meta({ description: 'The given name; null when none is known.', examples: ['Ada'] }),
    lastName: z
      .string()
      .nullable()
      .meta({ description: 'The family name; null when none is known.', examples: ['Osei'] }),
    locale: LocaleCode.nullable().meta({ description: "The person's language; null means the account's." }),
    state: z.enum(['pending', 'active']).meta({
      description: '`pending` until the person first signs in through a link.',
      examples: ['active'],
    }),
    customIds: z
      .array(z.string())
      .meta({ description: 'Your own keys of this profile.', examples: [['crm-4711']] }),
    attempt: z
      .int()
      .min(1)
      .meta({ description: 'Counts the retakes: the first attempt is 1.', examples: [1] }),
    availableAssessments: assigned.meta({
      description: 'What the person is asked to take.',
      examples: [['disc', 'focus', 'core']],
    }),
    completedAssessments: assigned.meta({
      description: 'What the person has completed in this attempt.',
      examples: [['disc', 'focus', 'core']],
    }),
    isCompleted: z.boolean().meta({ description: 'Whether every available assessment is completed.' }),
    dateStarted: Timestamp.nullable().meta({
      description: 'When the first answer was given; null before it.',
    }),
    dateCompleted: Timestamp.nullable().meta({
      description: 'When the last assessment was completed; null before.',
      examples: ['2026-11-21T09:31:05.000Z'],
    }),
    timers: z
      .array(Timer)
      .meta({ description: 'One entry for each available assessment.', examples: [completedTimers] }),
    disc: DiscScores.nullable(),
    core: CoreRanking.nullable(),
    focus: FocusScores.nullable(),
    localFocus: LocalFocusScores.optional().meta({
      description:
        'Only where one profile is asked for, and only once 200 people of the account have completed Focus with their ' +
        'quality in order. It stands beside `focus` and changes nothing there.',
    }),
    quality: Quality.nullable(),
    scoring: Scoring.nullable(),
    tags: z.array(ProfileTag).optional().meta({ description: 'Only with `includeTags`.' }),
    unconfirmedAddresses: z
      .array(z.enum(['email', 'phone']))
      .optional()
      .meta({
        description:
          'Only where there are any: addresses that somebody set who may not read the profile. Until one is confirmed ' +
          '(`POST /profile/{profileId}/confirm-address`), links sent there show only what was entered through them.',
        examples: [['email']],
      }),
  })
  .meta({
    id: 'Profile',
    description:
      'One individual and the assessments that this individual takes. Results are null until they are there.',
  })

export type Profile = z.output<typeof Profile>

/** What a caller without profiles:read gets back from a write: where the profile stands, and what it sent. */
export const WrittenProfile = Profile.partial()
  .required({
    id: true,
    createdAt: true,
    updatedAt: true,
    state: true,
  })
  .meta({
    id: 'WrittenProfile',
    description:
      'The whole profile for a token with `profiles:read`; otherwise where it stands and the fields that were sent, ' +
      'never a score.',
  })

const alwaysShown = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'state',
  'attempt',
  'availableAssessments',
  'completedAssessments',
  'isCompleted',
  'dateStarted',
  'dateCompleted',
])

export function toWrittenProfile(
  profile: z.output<typeof WrittenProfile>,
  sent: Record<string, unknown>,
): z.output<typeof WrittenProfile> {
  const entries = Object.entries(profile).filter(([key]) => alwaysShown.has(key) || key in sent)
  return Object.fromEntries(entries) as z.output<typeof WrittenProfile>
}
