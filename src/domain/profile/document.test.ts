import { describe, expect, test } from 'vitest'
import type { ResultRow, SittingRow } from './attempt-summary.ts'
import { type ProfileParts, profileDocument } from './document.ts'
import { Profile, toWrittenProfile } from './model.ts'

const created = '2026-11-01T09:00:00.000Z'
const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`

function parts(more: Partial<ProfileParts> = {}, own: Partial<ProfileParts['profile']> = {}): ProfileParts {
  return {
    profile: {
      id: 'a'.repeat(24),
      created_at: created,
      updated_at: created,
      email: 'ada@example.com',
      phone: null,
      first_name: 'Ada',
      last_name: null,
      locale: 'en',
      state: 'pending',
      attempt: 1,
      available_assessments: ['core', 'disc', 'focus'],
      quality: null,
      unconfirmed: [],
      invented_in: null,
      ...own,
    },
    customIds: [],
    sittings: [],
    results: [],
    ...more,
  }
}

function sitting(assessment: SittingRow['assessment'], started: number, completed?: number): SittingRow {
  return {
    assessment,
    carried_from: null,
    date_started: day(started),
    date_completed: completed ? day(completed) : null,
    active_seconds: 60,
    idle_seconds: 5,
    inactive_seconds: 1,
    last_updated: null,
  }
}

const disc: ResultRow = {
  assessment: 'disc',
  form: 'disc-1',
  version: '1.0.0',
  norm: 'disc-norm',
  result: { style: 'DI', d: 70, i: 65, s: 30, c: 40, confidence: 0.7, styles: { DI: 0.7 }, kept: 'inside' },
}

describe('profileDocument', () => {
  test('of a person who has not started says so everywhere', () => {
    const document = profileDocument(parts())
    expect(document).toMatchObject({
      isCompleted: false,
      completedAssessments: [],
      dateStarted: null,
      dateCompleted: null,
      disc: null,
      core: null,
      focus: null,
      quality: null,
      scoring: null,
    })
    expect(document.timers).toHaveLength(3)
    expect(document.timers[0]).toEqual({
      assessment: 'disc',
      isCompleted: false,
      activeSeconds: 0,
      inactiveSeconds: 0,
      idleSeconds: 0,
      dateStarted: null,
      dateCompleted: null,
      lastUpdated: null,
    })
  })

  test('lists assessments in the order in which people take them', () => {
    const document = profileDocument(parts({ sittings: [sitting('core', 3, 3), sitting('disc', 1, 1)] }))
    expect(document.availableAssessments).toEqual(['disc', 'focus', 'core'])
    expect(document.completedAssessments).toEqual(['disc', 'core'])
    expect(document.timers.map(({ assessment }) => assessment)).toEqual(['disc', 'focus', 'core'])
  })

  test('starts with the first sitting and is complete with the last', () => {
    const sittings = [sitting('focus', 2, 4), sitting('core', 3, 5), sitting('disc', 1, 2)]
    expect(profileDocument(parts({ sittings }))).toMatchObject({
      isCompleted: true,
      dateStarted: day(1),
      dateCompleted: day(5),
    })
  })

  test('has no date of completion while one assessment is open', () => {
    const sittings = [sitting('focus', 2, 4), sitting('core', 3), sitting('disc', 1, 2)]
    expect(profileDocument(parts({ sittings }))).toMatchObject({ isCompleted: false, dateCompleted: null })
  })

  test('is not complete if no assessment was ever assigned', () => {
    expect(profileDocument(parts({}, { available_assessments: [] })).isCompleted).toBe(false)
  })

  test('shows only the fields of a result that the API declares', () => {
    const document = profileDocument(parts({ results: [disc], sittings: [sitting('disc', 1, 1)] }))
    expect(document.disc).toEqual({ style: 'DI', d: 70, i: 65, s: 30, c: 40 })
    expect(document.scoring).toEqual({
      form: { disc: 'disc-1' },
      version: '1.0.0',
      norm: { disc: 'disc-norm' },
      confidence: { disc: { style: 0.7, styles: { DI: 0.7 } } },
    })
    expect(JSON.stringify(document)).not.toContain('inside')
  })

  test('has the shape that the API declares', () => {
    const document = profileDocument(parts({ results: [disc], sittings: [sitting('disc', 1, 1)] }))
    expect(Profile.safeParse(document).error).toBeUndefined()
  })
})

describe('toWrittenProfile', () => {
  test('shows the status and what the caller sent, but no score', () => {
    const document = profileDocument(parts({ results: [disc], sittings: [sitting('disc', 1, 1)] }))
    const shown = toWrittenProfile(document, { firstName: 'Ada' })
    expect(shown).toMatchObject({ id: 'a'.repeat(24), firstName: 'Ada', completedAssessments: ['disc'] })
    for (const hidden of ['email', 'disc', 'focus', 'core', 'quality', 'scoring', 'timers', 'lastName']) {
      expect(shown).not.toHaveProperty(hidden)
    }
  })
})
