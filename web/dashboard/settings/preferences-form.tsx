import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Preferences } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { focusFormWords } from '../words/focus-forms.ts'
import { languages, localeCodes } from '../words/languages.ts'
import { changedPreferences, type PreferenceValues, preferenceValues } from './preference-changes.ts'
import { firstProblem } from './problems.ts'
import { type Options, TextField } from './text-field.tsx'
import { timeZoneChoices } from './time-zones.ts'

/** All settings in one form, which sends only changes. Saving can be undone. */
export function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const before = preferenceValues(preferences)
  const [values, setValues] = useState(before)
  const [refusal, setRefusal] = useState<ApiError>()
  const [isBusy, setBusy] = useState(false)
  const [isTried, setTried] = useState(false)
  const { maySet } = useRights()
  const changed = changedPreferences(before, values)
  const count = Object.keys(changed).length
  const set = (fields: Partial<PreferenceValues>) => setValues({ ...values, ...fields })
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
    setBusy(true)
    setRefusal(undefined)
    try {
      await save(changed)
      showToast('Settings saved.', { undo: () => save(changedPreferences(values, before)) })
    } catch (error) {
      setRefusal(
        error instanceof ApiError ? error : new ApiError('That did not work. Try again.', { status: 0 }),
      )
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset disabled={!maySet}>
        <Group title="Language and time">
          <label className="field-label">
            Language of letters and pages
            <select
              className="field"
              value={values.locale}
              onChange={(event) => set({ locale: event.target.value })}
            >
              <option value="">English, unless a person’s profile names another</option>
              {localeCodes.map((code) => (
                <option key={code} value={code}>
                  {languages[code].ownName}
                </option>
              ))}
            </select>
          </label>
          <label className="field-label">
            Time zone
            <select
              className="field"
              value={values.timezone}
              onChange={(event) => set({ timezone: event.target.value })}
            >
              <option value="">UTC</option>
              {timeZoneChoices(values.timezone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          </label>
        </Group>
        <Group title="Emails">
          {text('senderName', 'Sender name', { hint: 'Leave empty to use the account name.' })}
          {text('replyTo', 'Reply-to address', { type: 'email' })}
          {text('inviteSubject', 'Subject of invites', {
            hint: 'A standard one in the person’s language without it.',
          })}
        </Group>
        <Group title="Reminders">
          {text('reminderDays', 'Days after an invite', {
            hint: 'Up to three, as 3, 6. People who have not finished by then get a reminder with a new link, from 8:00 to 21:00 in the zone above. Campaigns have days of their own; this is for other invites. None are sent while this is empty.',
          })}
        </Group>
        <Group title="Color">
          {text('brandColor', 'Color of pages, emails and reports', {
            hint: 'As #0b2a6b. It is made darker or lighter until it can be read; levels and letters keep their own colors.',
          })}
          {/^#[0-9a-f]{6}$/i.test(values.brandColor) && (
            <span
              className="color-sample"
              style={{ background: values.brandColor }}
              role="img"
              aria-label={`The color ${values.brandColor}`}
            />
          )}
        </Group>
        <Group title="What people take and see">
          <fieldset>
            <legend className="field-label">A new person takes</legend>
            {(['focus', 'disc', 'core'] as const).map((id) => (
              <label key={id} className="setting-check">
                <input
                  type="checkbox"
                  checked={values.defaultAssessmentIds.includes(id)}
                  onChange={(event) => set({ defaultAssessmentIds: taken(values, id, event.target.checked) })}
                />
                {{ focus: 'Focus, five traits', disc: 'DISC', core: 'Core, ranked values' }[id]}
              </label>
            ))}
          </fieldset>
          <fieldset>
            <legend className="field-label">Length of Focus for new people</legend>
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
            People see their own results at the end
          </label>
          <label className="setting-check">
            <input
              type="checkbox"
              disabled={!values.participantSeesReport}
              checked={values.participantSeesReport && values.participantSharesCard}
              onChange={(event) => set({ participantSharesCard: event.target.checked })}
            />
            People can make a share card of their results: a public page that they control
          </label>
        </Group>
        <Group title="Debriefs">
          {(['rules', 'model'] as const).map((writer) => (
            <label key={writer} className="setting-check">
              <input
                type="radio"
                name="debriefWriter"
                checked={values.debriefWriter === writer}
                onChange={() => set({ debriefWriter: writer })}
              />
              {writer === 'rules'
                ? 'Written by the rules of this service. Nothing leaves it.'
                : 'Written by the language model that this installation has set up. Levels, scores and ranks leave the service, without names; the text says that it is AI-generated. In the European Union, settle first who answers for its use at work.'}
            </label>
          ))}
        </Group>
        <Group title="Data retention">
          {text('retentionDays', 'Days', {
            hint: 'People with no activity for this many days are permanently deleted, with their results. Leave empty to keep everyone.',
            inputMode: 'numeric',
          })}
        </Group>
      </fieldset>
      {count > 0 && (
        <div className="save-bar">
          <span role="status">
            {count} {count === 1 ? 'change' : 'changes'} not saved
          </span>
          <button type="button" className="button" onClick={() => setValues(before)}>
            Discard
          </button>
          <button type="submit" className="button button-main" disabled={isBusy}>
            Save
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
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="setting">
      <h2 className="section">{title}</h2>
      <div className="setting-fields">{children}</div>
    </section>
  )
}

function taken({ defaultAssessmentIds }: PreferenceValues, id: 'disc' | 'focus' | 'core', isTaken: boolean) {
  return (['disc', 'focus', 'core'] as const).filter((one) =>
    one === id ? isTaken : defaultAssessmentIds.includes(one),
  )
}

async function save(patch: Record<string, unknown>): Promise<void> {
  await call('PATCH /account/preferences', { body: patch })
  await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
}
