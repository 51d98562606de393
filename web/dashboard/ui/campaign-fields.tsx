import './campaign-fields.css'
import { useState } from 'react'
import { count, fill } from '../language/fill.ts'
import { type CampaignValues, parseDays } from '../words/campaign-values.ts'
import { linksEndBefore } from '../words/links-end.ts'
import { words } from './campaign-email-words.ts'
import { Icon } from './icon.tsx'
import type { CampaignField } from './use-campaign-check.ts'

const longestNote = 500

/** The fields of a campaign. Empty ones have what the account usually has. */
export function CampaignFields({
  values,
  change,
  usualName,
  accountName,
  remindersHint,
  refusal,
}: {
  values: CampaignValues
  change: (fields: Partial<CampaignValues>) => void
  usualName: string
  accountName: string
  /** What the days come to. */
  remindersHint?: string | undefined
  /** What the service says of a field. */
  refusal: (field: CampaignField) => string | undefined
}) {
  const [isLeft, setLeft] = useState(false)
  const isUnreadable = parseDays(values.days) === undefined
  const daysProblem = isLeft && isUnreadable ? words.reminders.problem : refusal('days')
  return (
    <div className="campaign-fields">
      <label className="field-label">
        {words.name.label}
        <input
          id="campaign-name"
          className="field"
          value={values.name}
          maxLength={80}
          placeholder={usualName}
          aria-invalid={refusal('name') ? true : undefined}
          aria-describedby="campaign-name-note"
          onChange={(event) => change({ name: event.target.value })}
        />
        <Note id="campaign-name-note" problem={refusal('name')} hint={words.name.note} />
      </label>
      <div className="campaign-fields-pair">
        <label className="field-label">
          {words.lastDay.label}
          <input
            id="campaign-deadline"
            className="field"
            type="date"
            value={values.deadline}
            aria-invalid={refusal('deadline') ? true : undefined}
            aria-describedby="campaign-deadline-note campaign-links-end"
            onChange={(event) => change({ deadline: event.target.value })}
          />
          <Note id="campaign-deadline-note" problem={refusal('deadline')} hint={words.lastDay.note} />
        </label>
        <label className="field-label">
          {words.reminders.label}
          <input
            id="campaign-days"
            className="field"
            inputMode="numeric"
            value={values.days}
            placeholder={words.reminders.none}
            aria-invalid={daysProblem ? true : undefined}
            aria-describedby="campaign-days-note"
            onBlur={() => setLeft(true)}
            onChange={(event) => change({ days: event.target.value })}
          />
          <Note id="campaign-days-note" problem={daysProblem} hint={remindersHint ?? words.reminders.note} />
        </label>
        <p id="campaign-links-end" className="note campaign-links-end" role="status">
          {linksEndBefore(values.deadline, new Date()) && words.lastDay.linksEnd}
        </p>
      </div>
      <label className="field-label">
        {words.sender.label}
        <input
          id="campaign-senderName"
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
          hint={fill(words.sender.note, { account: accountName })}
        />
      </label>
      <label className="box-label">
        <input
          type="checkbox"
          checked={values.repliesToMe}
          onChange={(event) => change({ repliesToMe: event.target.checked })}
        />
        {words.repliesToMe}
      </label>
      <label className="field-label">
        {words.personalNote.label}
        <textarea
          id="campaign-note"
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
          hint={count(words.personalNote.note, longestNote - values.note.length)}
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
