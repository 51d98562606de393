import { z } from 'zod'
import { FocusFormName } from '../../contract/focus-form.ts'
import { AssessmentId, LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { completedTimers } from './examples.ts'
import { LocalFocusScores } from './local-scores.ts'
import { CoreRanking, DiscScores, FocusScores, Quality, Scoring } from './scores.ts'

/** Shapes of a profile in the API. */

const Timer = z
  .strictObject({
    assessment: AssessmentId,
    isCompleted: z.boolean().meta({ description: 'Whether this assessment was completed.' }),
    activeSeconds: z
      .int()
      .min(0)
      .meta({
        description:
          'Time with the page in front and an answer, key press or pointer movement within the last 30 ' +
          'seconds.',
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
        "When the last answer completed this assessment. Null before. It doesn't change afterwards.",
      examples: ['2026-11-21T09:06:42.000Z'],
    }),
    lastUpdated: Timestamp.nullable().meta({
      description: 'When the last answer or timing update arrived.',
      examples: ['2026-11-21T09:06:42.000Z'],
    }),
  })
  .meta({
    id: 'Timer',
    description: 'Time spent, in whole seconds. Time with the page closed is not counted.',
  })

const ProfileTag = z
  .strictObject({
    id: PublicId,
    label: z.string().meta({ description: 'Display name of the tag.', examples: ['Design team'] }),
    color: z.string().meta({ description: 'One of nine tag colors.', examples: ['emerald'] }),
  })
  .meta({ id: 'ProfileTag', description: 'A tag, as shown on a profile.' })

const assigned = z.array(AssessmentId)

export const Profile = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp.meta({
      description: 'When the profile was created.',
      examples: ['2026-11-20T16:30:00.000Z'],
    }),
    updatedAt: Timestamp.meta({
      description: "When the profile's data last changed.",
      examples: ['2026-11-21T09:31:05.000Z'],
    }),
    email: z
      .string()
      .nullable()
      .meta({ description: 'Required for an invite by email.', examples: ['ada@example.com'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: 'Required for an invite by SMS. E.164.', examples: ['+4915112345678'] }),
    firstName: z
      .string()
      .nullable()
      .meta({ description: 'Given name. Null if unknown.', examples: ['Ada'] }),
    lastName: z
      .string()
      .nullable()
      .meta({ description: 'Family name. Null if unknown.', examples: ['Osei'] }),
    locale: LocaleCode.nullable().meta({ description: "The person's language. Null means the account's." }),
    state: z.enum(['pending', 'active']).meta({
      description: '`pending` until the person first opens a link.',
      examples: ['active'],
    }),
    customIds: z
      .array(z.string())
      .meta({ description: 'Your own keys of this profile.', examples: [['crm-4711']] }),
    attempt: z
      .int()
      .min(1)
      .meta({ description: 'Number of the attempt, starting at 1. Each retake adds one.', examples: [1] }),
    availableAssessments: assigned.meta({
      description: 'Assessments for the person.',
      examples: [['disc', 'focus', 'core']],
    }),
    focusForm: FocusFormName.optional().meta({
      description:
        'Only if the person takes a form of Focus other than `focus-120`. It stays for all attempts.',
      examples: ['focus-60'],
    }),
    completedAssessments: assigned.meta({
      description: 'Assessments completed in this attempt.',
      examples: [['disc', 'focus', 'core']],
    }),
    isCompleted: z.boolean().meta({ description: 'Whether every available assessment is completed.' }),
    dateStarted: Timestamp.nullable().meta({
      description: 'When the first answer was given. Null before.',
    }),
    dateCompleted: Timestamp.nullable().meta({
      description: 'When the last assessment was completed. Null before.',
      examples: ['2026-11-21T09:31:05.000Z'],
    }),
    timers: z
      .array(Timer)
      .meta({ description: 'One entry per available assessment.', examples: [completedTimers] }),
    disc: DiscScores.nullable(),
    core: CoreRanking.nullable(),
    focus: FocusScores.nullable(),
    localFocus: LocalFocusScores.optional().meta({
      description:
        'Only for single profiles, once 200 people of the account have completed Focus with acceptable ' +
        "quality. An addition to `focus`, which it doesn't change.",
    }),
    quality: Quality.nullable(),
    scoring: Scoring.nullable(),
    tags: z.array(ProfileTag).optional().meta({ description: 'Only with `includeTags`.' }),
    unconfirmedAddresses: z
      .array(z.enum(['email', 'phone']))
      .optional()
      .meta({
        description:
          'Only if there are any: addresses set by a caller without `profiles:read`. Until one is confirmed ' +
          '(`POST /profile/{profileId}/confirm-address`), links sent there show only what was entered ' +
          'through them.',
        examples: [['email']],
      }),
    synthetic: z
      .literal(true)
      .optional()
      .meta({
        description: 'Only in a sandbox: the person is invented, and so are the answers.',
        examples: [true],
      }),
  })
  .meta({
    id: 'Profile',
    description: 'One person and their assessments. Results are null until they exist.',
  })

export type Profile = z.output<typeof Profile>

/** What a caller without profiles:read gets back from a write: the profile's status, and the sent fields. */
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
      'The whole profile if the token has `profiles:read`. Otherwise its status and the fields that ' +
      'were sent, never a score.',
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
