import './campaign-fields.css'
import { useState } from 'react'
import { type CampaignValues, parseDays } from '../words/campaign-values.ts'
import { Icon } from './icon.tsx'

const longestNote = 500

/** The fields of a campaign. Empty ones have what the account usually has. */
export function CampaignFields({
  values,
  change,
  usualName,
  accountName,
  refusal,
}: {
  values: CampaignValues
  change: (fields: Partial<CampaignValues>) => void
  usualName: string
  accountName: string
  /** What the service says of a field. */
  refusal: (field: string) => string | undefined
}) {
  const [isLeft, setLeft] = useState(false)
  const daysProblem =
    isLeft && parseDays(values.days) === undefined
      ? 'Up to three days from 1 to 30, such as 3, 6.'
      : undefined
  return (
    <div className="campaign-fields">
      <label className="field-label">
        Campaign name
        <input
          className="field"
          value={values.name}
          maxLength={80}
          placeholder={usualName}
          aria-describedby="campaign-name-note"
          onChange={(event) => change({ name: event.target.value })}
        />
        <span id="campaign-name-note" className="note">
          Only members see it.
        </span>
      </label>
      <div className="campaign-fields-pair">
        <label className="field-label">
          Last day
          <input
            className="field"
            type="date"
            value={values.deadline}
            aria-invalid={refusal('deadline') ? true : undefined}
            aria-describedby="campaign-deadline-note"
            onChange={(event) => change({ deadline: event.target.value })}
          />
          <Note
            id="campaign-deadline-note"
            problem={refusal('deadline')}
            hint="Optional, shown in the email."
          />
        </label>
        <label className="field-label">
          Remind after days
          <input
            className="field"
            inputMode="numeric"
            value={values.days}
            placeholder="No reminders"
            aria-invalid={daysProblem ? true : undefined}
            aria-describedby="campaign-days-note"
            onBlur={() => setLeft(true)}
            onChange={(event) => change({ days: event.target.value })}
          />
          <Note
            id="campaign-days-note"
            problem={daysProblem}
            hint="Those who have not completed. Empty for none."
          />
        </label>
      </div>
      <label className="field-label">
        Sender name
        <input
          className="field"
          value={values.senderName}
          maxLength={60}
          placeholder={accountName}
          aria-invalid={refusal('senderName') ? true : undefined}
          aria-describedby="campaign-sender-note"
          onChange={(event) => change({ senderName: event.target.value })}
        />
        <Note
          id="campaign-sender-note"
          problem={refusal('senderName')}
          hint={`Shown with ${accountName} in the inbox.`}
        />
      </label>
      <label className="invite-box">
        <input
          type="checkbox"
          checked={values.repliesToMe}
          onChange={(event) => change({ repliesToMe: event.target.checked })}
        />
        Replies come to me
      </label>
      <label className="field-label">
        Personal note
        <textarea
          className="field campaign-note"
          rows={4}
          value={values.note}
          maxLength={longestNote}
          aria-invalid={refusal('note') ? true : undefined}
          aria-describedby="campaign-note-note"
          onChange={(event) => change({ note: event.target.value })}
        />
        <Note
          id="campaign-note-note"
          problem={refusal('note')}
          hint={`Optional. Plain text without links, ${longestNote - values.note.length} characters left.`}
        />
      </label>
    </div>
  )
}

function Note({ id, problem, hint }: { id: string; problem: string | undefined; hint: string }) {
  return (
    <span id={id} aria-live="polite" className={problem ? 'field-problem' : 'note'}>
      {problem && <Icon name="warning" size={16} />}
      {problem ?? hint}
    </span>
  )
}
