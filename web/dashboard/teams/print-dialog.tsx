import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { openPrintWindow, type PrintWindow } from '../ui/print-window.ts'
import { When } from '../ui/when.tsx'
import type { LanguageCode } from '../words/languages.ts'
import { pageLocale } from '../words/page-locale.ts'
import type { TeamFilter } from './queries.ts'
import { words } from './words.ts'

/** Creates the printable team page in the language of its readers. */
export function PrintDialog({
  chosen,
  people,
  onClose,
}: {
  chosen: TeamFilter
  /** Ids of the shown people. */
  people: readonly string[]
  onClose: () => void
}) {
  const [locale, setLocale] = useState<LanguageCode>(pageLocale)
  const intention = useIdempotencyKey()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async (_tab: PrintWindow) => {
      const { tagIds, savedTeamIds, profileIds } = chosen
      // A link shows named people or tags; a saved team is the people who are in it now.
      const named = savedTeamIds ? people : profileIds
      const body = {
        ...(named ? { profileIds: [...named] } : { tagIds: [...(tagIds ?? [])] }),
        locale,
        validMinutes: 60,
      }
      return (await call('POST /report-link', { body, idempotencyKey: intention.keyFor(body) })).data
    },
    // Here, because the dialog may be closed before the answer: the tab must not stay empty.
    onSuccess({ url }, tab) {
      intention.done()
      tab.show(url)
    },
    onError: (_error, tab) => tab.close(),
  })
  const print = () => {
    const tab = openPrintWindow()
    mutate(tab, { onSuccess: () => tab.isOpen && onClose() })
  }
  return (
    <Dialog title={words.printing.title} onClose={onClose}>
      {data ? (
        <>
          <p className="note" role="status">
            <Sentence
              text={words.printing.ready}
              slots={{ date: <When at={data.expiresAt} style="moment" /> }}
            />
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {words.printing.close}
            </button>
            <a className="button button-main" href={`${data.url}#print`} target="_blank" rel="noreferrer">
              <Icon name="outside" size={16} />
              {words.printing.open}
            </a>
          </div>
        </>
      ) : (
        <form
          className="print-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (!isPending) print()
          }}
        >
          <p>{words.printing.text}</p>
          <LanguageChoice
            label={words.language}
            value={locale}
            onChange={(one) => setLocale(one || pageLocale)}
          />
          {error && <FailureNote error={error} />}
          <div className="dialog-actions">
            <button type="button" className="button" onClick={onClose}>
              {words.cancel}
            </button>
            <button type="submit" className="button button-main" aria-disabled={isPending}>
              {words.printing.verb}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
