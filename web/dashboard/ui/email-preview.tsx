import './email-preview.css'
import { type ReactNode, useState } from 'react'
import { type LanguageCode, languages, localeCodes } from '../words/languages.ts'
import { EmailFrame } from './email-frame.tsx'
import { FailureNote } from './failure-note.tsx'
import { Skeleton } from './skeleton.tsx'
import { type PreviewBody, useEmailPreview } from './use-email-preview.ts'

type Device = 'desktop' | 'phone' | 'text'

/** The email as people will get it: in each language, on a computer and a phone, light and dark, and as plain text. */
export function EmailPreview({ body, locale }: { body: PreviewBody; locale: LanguageCode }) {
  const [chosen, setChosen] = useState<LanguageCode>()
  const [device, setDevice] = useState<Device>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [isReminder, setReminder] = useState(false)
  const shown = { ...body, locale: chosen ?? locale, ...(isReminder && { isReminder }) }
  const { email, error, refetch } = useEmailPreview(shown)
  return (
    <section className="email-preview" aria-labelledby="email-preview">
      <h3 id="email-preview" className="field-label">
        Preview of the email
      </h3>
      <div className="email-preview-choices">
        <Choice
          label="Message"
          value={isReminder ? 'reminder' : 'invite'}
          onChange={(one) => setReminder(one === 'reminder')}
        >
          <option value="invite">Invite</option>
          <option value="reminder">Reminder</option>
        </Choice>
        <Choice label="Seen on" value={device} onChange={(one) => setDevice(one as Device)}>
          <option value="desktop">Desktop</option>
          <option value="phone">Phone</option>
          <option value="text">Plain text</option>
        </Choice>
        <Choice label="Theme" value={theme} onChange={(one) => setTheme(one as 'light' | 'dark')}>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </Choice>
        <Choice label="Language" value={shown.locale} onChange={(one) => setChosen(one as LanguageCode)}>
          {localeCodes.map((code) => (
            <option key={code} value={code}>
              {languages[code].ownName}
            </option>
          ))}
        </Choice>
      </div>
      {email && (
        <>
          <dl className="email-preview-head">
            <dt>From</dt>
            <dd>
              <bdi>{email.fromName}</bdi>
            </dd>
            {email.replyTo !== null && (
              <>
                <dt>Replies to</dt>
                <dd>{email.replyTo}</dd>
              </>
            )}
            <dt>Subject</dt>
            <dd>
              <bdi>{email.subject}</bdi>
            </dd>
          </dl>
          {device === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys
            <section className="email-preview-text" tabIndex={0} aria-label="Plain text of the email">
              <pre>{email.text}</pre>
            </section>
          ) : (
            <EmailFrame html={email.html} title="The email" isNarrow={device === 'phone'} theme={theme} />
          )}
        </>
      )}
      {!email && !error && <Skeleton width="100%" height={440} />}
      {!email && error !== null && <FailureNote error={error} retry={refetch} />}
    </section>
  )
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) {
  return (
    <label className="email-preview-choice">
      <span className="note">{label}</span>
      <select className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    </label>
  )
}
