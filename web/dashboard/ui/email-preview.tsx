import './email-preview.css'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { type LanguageCode, languages, localeCodes } from '../words/languages.ts'
import { words as all } from './campaign-email-words.ts'
import { EmailFrame } from './email-frame.tsx'
import { FailureNote } from './failure-note.tsx'
import { Icon } from './icon.tsx'
import { Skeleton } from './skeleton.tsx'
import { type PreviewBody, useEmailPreview } from './use-email-preview.ts'

const words = all.preview

type Device = 'desktop' | 'phone' | 'text'

/** The email as people will get it: in each language, on a computer and a phone, light and dark, and as plain text. */
export function EmailPreview({
  body,
  locale,
  isReminder: isAlwaysReminder,
  reminders,
}: {
  body: PreviewBody
  locale: LanguageCode
  /** Only the invite or only the reminder. Without it, the reader chooses. */
  isReminder?: boolean
  /** When reminders are sent. */
  reminders?: string | undefined
}) {
  const [chosen, setChosen] = useState<LanguageCode>()
  const [device, setDevice] = useState<Device>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [isChosen, setReminder] = useState(false)
  const isReminder = isAlwaysReminder ?? isChosen
  const shown = { ...body, locale: chosen ?? locale, ...(isReminder && { isReminder }) }
  const { email, error, refetch } = useEmailPreview(shown)
  const isOld = email !== undefined && error !== null
  return (
    <section className="email-preview" aria-labelledby="email-preview">
      <h3 id="email-preview" className="field-label">
        {words.title}
      </h3>
      <div className="email-preview-choices">
        {isAlwaysReminder === undefined && (
          <Choice
            label={words.message.label}
            value={isReminder ? 'reminder' : 'invite'}
            onChange={(one) => setReminder(one === 'reminder')}
          >
            <option value="invite">{words.message.invite}</option>
            <option value="reminder">{words.message.reminder}</option>
          </Choice>
        )}
        <Choice label={words.device.label} value={device} onChange={(one) => setDevice(one as Device)}>
          <option value="desktop">{words.device.desktop}</option>
          <option value="phone">{words.device.phone}</option>
          <option value="text">{words.device.text}</option>
        </Choice>
        <Choice label={words.theme.label} value={theme} onChange={(one) => setTheme(one as 'light' | 'dark')}>
          <option value="light">{words.theme.light}</option>
          <option value="dark">{words.theme.dark}</option>
        </Choice>
        <Choice
          label={words.language}
          value={shown.locale}
          onChange={(one) => setChosen(one as LanguageCode)}
        >
          {localeCodes.map((code) => (
            <option key={code} value={code}>
              {languages[code].ownName}
            </option>
          ))}
        </Choice>
      </div>
      <p className="email-preview-old" role="status">
        {isOld && (
          <>
            <Icon name="warning" size={16} />
            {error instanceof ApiError && error.status === 400 ? words.outdated : words.failed}
          </>
        )}
      </p>
      {isReminder && reminders && <p className="note">{reminders}</p>}
      {email && (
        <>
          <dl className="email-preview-head">
            <dt>{words.from}</dt>
            <dd>
              <bdi>{email.fromName}</bdi>
            </dd>
            {email.replyTo !== null && (
              <>
                <dt>{words.replyTo}</dt>
                <dd>{email.replyTo}</dd>
              </>
            )}
            <dt>{words.subject}</dt>
            <dd>
              <bdi>{email.subject}</bdi>
            </dd>
          </dl>
          {device === 'text' ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys
            <section className="email-preview-text" tabIndex={0} aria-label={words.plainText}>
              <pre>{email.text}</pre>
            </section>
          ) : (
            <EmailFrame html={email.html} title={words.email} isNarrow={device === 'phone'} theme={theme} />
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
