import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { MadeReportLink, Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { openPrintWindow, type PrintWindow } from '../ui/print-window.ts'
import { When } from '../ui/when.tsx'
import type { LanguageCode } from '../words/languages.ts'
import { ActiveLinks } from './active-links.tsx'
import { linksQuery } from './queries.ts'
import { words } from './words.ts'

/** Creates a report link, to share or to open and print. */
export function ReportDialog({
  profile,
  purpose,
  onClose,
}: {
  profile: Profile
  purpose: 'share' | 'print'
  onClose: () => void
}) {
  const [locale, setLocale] = useState<LanguageCode>(profile.locale ?? 'en')
  const [minutes, setMinutes] = useState(purpose === 'print' ? 60 : 1_440)
  const intention = useIdempotencyKey()
  const making = useMutation({
    mutationFn: async (_tab?: PrintWindow) => {
      const body = { profileId: profile.id, locale, validMinutes: minutes }
      return (await call('POST /report-link', { body, idempotencyKey: intention.keyFor(body) })).data
    },
    // Here, because the dialog may be closed before the answer: the tab must not stay empty.
    onSuccess({ url }, tab) {
      intention.done()
      tab?.show(url)
      void queryClient.invalidateQueries(linksQuery(profile.id))
    },
    onError: (_error, tab) => tab?.close(),
  })
  const print = () => {
    const tab = openPrintWindow()
    making.mutate(tab, { onSuccess: () => tab.isOpen && onClose() })
  }
  return (
    <Dialog title={words.report[purpose].title} onClose={onClose}>
      {making.data ? (
        <Made link={making.data} purpose={purpose} onClose={onClose} />
      ) : (
        <DialogForm
          verb={words.report[purpose].verb}
          isBusy={making.isPending}
          error={making.error}
          onSubmit={() => (purpose === 'print' ? print() : making.mutate(undefined))}
          onClose={onClose}
        >
          <p>{words.report[purpose].text}</p>
          <LanguageChoice
            label={words.report.language}
            value={locale}
            onChange={(chosen) => setLocale(chosen || 'en')}
          />
          {purpose === 'share' && (
            <label className="field-label">
              {words.report.worksFor}
              <select
                className="field"
                value={minutes}
                onChange={(event) => setMinutes(Number(event.target.value))}
              >
                <option value={60}>{words.report.hour}</option>
                <option value={1_440}>{words.report.day}</option>
                <option value={10_080}>{words.report.week}</option>
              </select>
            </label>
          )}
        </DialogForm>
      )}
      {purpose === 'share' && <ActiveLinks profileId={profile.id} />}
    </Dialog>
  )
}

function Made({
  link: { url, expiresAt },
  purpose,
  onClose,
}: {
  link: MadeReportLink
  purpose: 'share' | 'print'
  onClose: () => void
}) {
  return (
    <div className="dialog-form">
      {purpose === 'share' && (
        <p className="person-link">
          <code>{url}</code>
          <CopyButton text={url} label={words.report.copy} />
        </p>
      )}
      <p className="note" role="status">
        <Sentence
          text={words.report[purpose].made}
          slots={{ date: <When at={expiresAt} style="moment" /> }}
        />
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.report.close}
        </button>
        <a
          className="button button-main"
          href={purpose === 'print' ? `${url}#print` : url}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="outside" size={16} />
          {words.report[purpose].open}
        </a>
      </div>
    </div>
  )
}
