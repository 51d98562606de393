import { assessmentIds } from '../../contract/shapes.ts'

/** Invented people for the documentation. */

/** The times of three assessments taken one after the other. */
export const completedTimers = [
  timer('disc', ['2026-11-21T09:00:00.000Z', '2026-11-21T09:06:42.000Z'], [342, 42, 18]),
  timer('focus', ['2026-11-21T09:07:10.000Z', '2026-11-21T09:24:40.000Z'], [989, 31, 30]),
  timer('core', ['2026-11-21T09:25:05.000Z', '2026-11-21T09:31:05.000Z'], [360, 0, 0]),
]

function timer(
  assessment: string,
  [dateStarted, dateCompleted]: [string, string],
  [activeSeconds, inactiveSeconds, idleSeconds]: [number, number, number],
) {
  const seconds = { activeSeconds, inactiveSeconds, idleSeconds }
  return { assessment, isCompleted: true, ...seconds, dateStarted, dateCompleted, lastUpdated: dateCompleted }
}

/** A profile right after its creation, without sign-in or results. */
export const freshProfile = {
  id: '6920318e4b1a0c7d2e8f5a63',
  createdAt: '2026-11-20T16:30:00.000Z',
  updatedAt: '2026-11-20T16:30:00.000Z',
  email: 'ada@example.com',
  phone: '+4915112345678',
  firstName: 'Ada',
  lastName: 'Osei',
  locale: 'en',
  state: 'pending',
  customIds: ['crm-4711'],
  attempt: 1,
  availableAssessments: [...assessmentIds],
  completedAssessments: [],
  isCompleted: false,
  dateStarted: null,
  dateCompleted: null,
  timers: assessmentIds.map((assessment) => ({
    assessment,
    isCompleted: false,
    activeSeconds: 0,
    inactiveSeconds: 0,
    idleSeconds: 0,
    dateStarted: null,
    dateCompleted: null,
    lastUpdated: null,
  })),
  disc: null,
  core: null,
  focus: null,
  quality: null,
  scoring: null,
}

/** The same person after all three assessments and a retake of DISC, as a token without `profiles:read` sees it. */
export const retakenProfile = {
  id: freshProfile.id,
  createdAt: freshProfile.createdAt,
  updatedAt: '2026-12-01T10:00:00.000Z',
  state: 'active',
  attempt: 2,
  availableAssessments: [...assessmentIds],
  completedAssessments: ['focus', 'core'],
  isCompleted: false,
  dateStarted: null,
  dateCompleted: null,
}

/** The request that creates `freshProfile`. It references nothing that must exist first, so it can be sent as is. */
export const newPerson = {
  email: 'ada@example.com',
  phone: '+4915112345678',
  firstName: 'Ada',
  lastName: 'Osei',
  locale: 'en',
  customId: 'crm-4711',
}

/** The same person if the profile already exists and hasn't started. */
export const existingProfileAnswers = {
  200: { created: false, profile: { ...freshProfile, updatedAt: '2026-11-20T17:00:00.000Z' } },
  201: { created: true, profile: freshProfile },
} as const
