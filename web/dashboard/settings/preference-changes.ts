import type { Preferences } from '../client/types.ts'

/** Form values: a string per field, empty if not set, and the checkboxes. */
export type PreferenceValues = {
  readonly locale: string
  readonly timezone: string
  readonly senderName: string
  readonly replyTo: string
  readonly inviteSubject: string
  readonly brandColor: string
  readonly defaultAssessmentIds: readonly ('disc' | 'focus' | 'core')[]
  readonly focusForm: 'focus-120' | 'focus-60'
  readonly participantSeesReport: boolean
  readonly participantSharesCard: boolean
  readonly debriefWriter: 'rules' | 'model'
  readonly debriefOnCompletion: boolean
  readonly retentionDays: string
  readonly reminderDays: string
}

const all = ['disc', 'focus', 'core'] as const

/** Form values from the preferences, with defaults for what is not set. */
export function preferenceValues(preferences: Preferences): PreferenceValues {
  return {
    locale: preferences.locale ?? '',
    timezone: preferences.timezone ?? '',
    senderName: preferences.senderName ?? '',
    replyTo: preferences.replyTo ?? '',
    inviteSubject: preferences.inviteSubject ?? '',
    brandColor: preferences.brandColor ?? '',
    defaultAssessmentIds: preferences.defaultAssessmentIds ?? all,
    focusForm: preferences.focusForm ?? 'focus-120',
    participantSeesReport: preferences.participantSeesReport ?? true,
    participantSharesCard: preferences.participantSharesCard ?? true,
    debriefWriter: preferences.debriefWriter ?? 'rules',
    debriefOnCompletion: preferences.debriefOnCompletion ?? false,
    retentionDays: preferences.retentionDays === undefined ? '' : String(preferences.retentionDays),
    reminderDays: preferences.reminderDays?.join(', ') ?? '',
  }
}

/** The merge patch (RFC 7396) between two states of the form: changed fields, null for cleared ones. */
export function changedPreferences(
  before: PreferenceValues,
  after: PreferenceValues,
): Record<string, unknown> {
  const entries = (Object.keys(after) as (keyof PreferenceValues)[])
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => [name, asSent(name, after)])
  return Object.fromEntries(entries)
}

function asSent(name: keyof PreferenceValues, values: PreferenceValues): unknown {
  const value = values[name]
  if (value === '') return null
  if (name === 'retentionDays') return Number(value)
  if (name === 'reminderDays') return String(value).split(',').map(Number)
  return typeof value === 'string' ? value.trim() : value
}
