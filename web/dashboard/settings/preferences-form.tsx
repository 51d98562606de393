import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Account, Preferences } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { focusFormWords } from '../words/focus-forms.ts'
import { languages, localeCodes } from '../words/languages.ts'
import { changedPreferences, type PreferenceValues, preferenceValues } from './preference-changes.ts'
import { firstProblem, isColor, preferenceProblem } from './problems.ts'
import { RetentionDialog } from './retention-dialog.tsx'
import {
  type DuePreview,
  isDeleting,
  RetentionPreview,
  RetentionWait,
  readPreview,
} from './retention-preview.tsx'
import { type SectionId, Setting } from './setting.tsx'
import { type Options, TextField } from './text-field.tsx'
import { timeZoneChoices } from './time-zones.ts'
import { words } from './words.ts'

/** The time zone of an account that has chosen none. */
const usualZone = 'UTC'

/** The color of an account that has chosen none: `--ink` in light mode, of web/pages/tokens.css. */
const standardColor = '#6b2a5e'

/** All settings in one form, which sends only changes. Saving can be undone. */
export function PreferencesForm({
  preferences,
  pendingRetention,
  accountName,
}: {
  preferences: Preferences
  pendingRetention: Account['pendingRetention']
  accountName: string
}) {
  const before = preferenceValues(preferences)
  // Only what was changed here: the account is read again whenever someone else, or a completion, changes it.
  const [edits, setEdits] = useState<Partial<PreferenceValues>>({})
  const values: PreferenceValues = { ...before, ...edits }
  const [refusal, setRefusal] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const [asked, setAsked] = useState<DuePreview>()
  const { maySet } = useRights()
  const changed = changedPreferences(before, values)
  const changes = Object.keys(changed).length
  const days =
    typeof changed.retentionDays === 'number' && !preferenceProblem('retentionDays', values)
      ? changed.retentionDays
      : undefined
  const set = (fields: Partial<PreferenceValues>) => setEdits((latest) => ({ ...latest, ...fields }))
  const text = (name: keyof PreferenceValues, label: string, options: Options = {}) => (
    <TextField
      name={name}
      label={label}
      {...options}
      values={values}
      set={set}
      refusal={refusal}
      isTried={isTried}
    />
  )
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const wrong = firstProblem(values)
    if (wrong) return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    await attempt(async () => {
      const preview = days === undefined ? undefined : await readPreview(days)
      if (preview && isDeleting(preview)) setAsked(preview)
      else await saveAll()
    })
  }
  const saveAll = async () => {
    await save(changed)
    setEdits((latest) => withoutSaved(latest, edits))
    setTried(false)
    showToast(words.changes.saved, { undo: () => save(changedPreferences(values, before)) })
  }
  const changeBack = async () => {
    await save({ retentionDays: pendingRetention?.daysBefore ?? null })
    setEdits(({ retentionDays: _, ...others }) => others)
    showToast(words.retention.changedBack)
  }
  const attempt = async (step: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await step()
    } catch (error) {
      setRefusal(error instanceof ApiError ? error : new ApiError(words.changes.failed, { status: 0 }))
    }
    setBusy(false)
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <fieldset disabled={!maySet}>
          <Group id="language">
            <label className="field-label">
              {words.language.label}
              <select
                className="field"
                value={values.locale}
                onChange={(event) => set({ locale: event.target.value })}
              >
                <option value="">{words.language.usual}</option>
                {localeCodes.map((code) => (
                  <option key={code} value={code}>
                    {languages[code].ownName}
                  </option>
                ))}
              </select>
            </label>
            <label className="field-label">
              {words.language.timeZone}
              <select
                className="field"
                value={values.timezone}
                onChange={(event) => set({ timezone: event.target.value })}
              >
                <option value="">{usualZone}</option>
                {timeZoneChoices(values.timezone).map((zone) => (
                  <option key={zone}>{zone}</option>
                ))}
              </select>
            </label>
          </Group>
          <Group id="emails">
            {text('senderName', words.emails.senderName, {
              hint: fill(words.emails.senderNameHint, { account: accountName }),
            })}
            {text('replyTo', words.emails.replyTo, { type: 'email' })}
            {text('inviteSubject', words.emails.inviteSubject, {
              hint: words.emails.inviteSubjectHint,
            })}
          </Group>
          <Group id="reminders">
            {text('reminderDays', words.reminders.days, { hint: words.reminders.daysHint })}
          </Group>
          <Group id="color">
            {text('brandColor', words.color.label, {
              hint: words.color.hint,
              beside: (
                <input
                  type="color"
                  className="color-picker"
                  aria-label={words.color.choose}
                  value={isColor(values.brandColor) ? values.brandColor : standardColor}
                  onChange={(event) => set({ brandColor: event.target.value })}
                />
              ),
            })}
          </Group>
          <Group id="taking">
            <fieldset>
              <legend className="field-label">{words.taking.assessments}</legend>
              {(['focus', 'disc', 'core'] as const).map((id) => (
                <label key={id} className="setting-check">
                  <input
                    type="checkbox"
                    checked={values.defaultAssessmentIds.includes(id)}
                    onChange={(event) =>
                      set({ defaultAssessmentIds: taken(values, id, event.target.checked) })
                    }
                  />
                  {words.taking[id]}
                </label>
              ))}
            </fieldset>
            <fieldset>
              <legend className="field-label">{words.taking.focusLength}</legend>
              {(['focus-120', 'focus-60'] as const).map((form) => (
                <label key={form} className="setting-check">
                  <input
                    type="radio"
                    name="focusForm"
                    checked={values.focusForm === form}
                    onChange={() => set({ focusForm: form })}
                  />
                  {focusFormWords[form]}
                </label>
              ))}
            </fieldset>
            <label className="setting-check">
              <input
                type="checkbox"
                checked={values.participantSeesReport}
                onChange={(event) => set({ participantSeesReport: event.target.checked })}
              />
              {words.taking.seesReport}
            </label>
            <label className="setting-check">
              <input
                type="checkbox"
                disabled={!values.participantSeesReport}
                checked={values.participantSeesReport && values.participantSharesCard}
                onChange={(event) => set({ participantSharesCard: event.target.checked })}
              />
              {words.taking.sharesCard}
            </label>
          </Group>
          <Group id="debriefs">
            {(['rules', 'model'] as const).map((writer) => (
              <label key={writer} className="setting-check">
                <input
                  type="radio"
                  name="debriefWriter"
                  checked={values.debriefWriter === writer}
                  onChange={() => set({ debriefWriter: writer })}
                />
                {words.debriefs[writer]}
              </label>
            ))}
            <label className="setting-check">
              <input
                type="checkbox"
                checked={values.debriefOnCompletion}
                onChange={(event) => set({ debriefOnCompletion: event.target.checked })}
              />
              {words.debriefs.onCompletion}
            </label>
          </Group>
          <Group id="retention">
            {text('retentionDays', words.retention.days, {
              hint: words.retention.daysHint,
              inputMode: 'numeric',
            })}
            {days !== undefined && <RetentionPreview days={days} />}
            {pendingRetention && preferences.retentionDays !== undefined && days === undefined && (
              <RetentionWait
                days={preferences.retentionDays}
                pending={pendingRetention}
                isBusy={isBusy}
                problem={changes === 0 ? refusal?.message : undefined}
                onBack={maySet ? () => void attempt(changeBack) : undefined}
              />
            )}
          </Group>
        </fieldset>
        {changes > 0 && (
          <div className="save-bar">
            <span role="status">{count(words.changes.unsaved, changes)}</span>
            <button type="button" className="button" onClick={() => setEdits({})}>
              {words.changes.discard}
            </button>
            <button type="submit" className="button button-main" disabled={isBusy}>
              {words.changes.save}
            </button>
            {refusal && !refusal.param && (
              <p className="field-problem" role="alert">
                <Icon name="warning" size={16} />
                {refusal.message}
              </p>
            )}
          </div>
        )}
      </form>
      {asked && days !== undefined && (
        <RetentionDialog
          days={days}
          preview={asked}
          accountName={accountName}
          onConfirm={() => {
            setAsked(undefined)
            void attempt(saveAll)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function Group({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <Setting id={id}>
      <div className="setting-fields">{children}</div>
    </Setting>
  )
}

function taken({ defaultAssessmentIds }: PreferenceValues, id: 'disc' | 'focus' | 'core', isTaken: boolean) {
  return (['disc', 'focus', 'core'] as const).filter((one) =>
    one === id ? isTaken : defaultAssessmentIds.includes(one),
  )
}

/** What was typed while the rest was saved. */
function withoutSaved(
  latest: Partial<PreferenceValues>,
  saved: Partial<PreferenceValues>,
): Partial<PreferenceValues> {
  const names = Object.keys(latest) as (keyof PreferenceValues)[]
  return Object.fromEntries(
    names.filter((name) => latest[name] !== saved[name]).map((name) => [name, latest[name]]),
  )
}

async function save(patch: Record<string, unknown>): Promise<void> {
  await call('PATCH /account/preferences', { body: patch })
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
}
