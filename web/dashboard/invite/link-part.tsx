import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../client/call.ts'
import { accountQuery } from '../client/queries.ts'
import { ApiCall } from '../ui/api-call.tsx'
import type { FocusLength } from '../words/focus-forms.ts'
import { InviteErrorNote } from './check-error.tsx'
import { InviteTagSelect } from './invite-tag-select.tsx'
import { Assessments } from './options.tsx'
import { ShareSheet } from './share-sheet.tsx'

type Chosen = readonly ('disc' | 'focus' | 'core')[]

/** A public link that anyone can start from: first its options, then the link to share. */
export function LinkPart({ tagId: initialTagId = '' }: { tagId: string | undefined }) {
  const account = useQuery(accountQuery).data
  const [tagId, setTagId] = useState(initialTagId)
  const [assessmentIds, setAssessmentIds] = useState<Chosen>()
  const [focusForm, setFocusForm] = useState<FocusLength>()
  const [made, setMade] = useState<{ link: string; isNew: boolean; of: string }>()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const body = {
    ...(tagId && { tagIds: [tagId] }),
    ...(assessmentIds && { assessmentIds: [...assessmentIds] }),
    ...(focusForm && { focusForm }),
  }
  const of = JSON.stringify(body)
  const intention = useRef({ of: '', key: '' })
  const get = async () => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    if (intention.current.of !== of) intention.current = { of, key: crypto.randomUUID() }
    try {
      const { code, link } = await call('POST /assessment-invite', {
        body,
        idempotencyKey: intention.current.key,
      })
      setMade({ link, isNew: code === 201, of })
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <>
      <div className="invite-link-form">
        <p>
          For a course, a poster or a chat. Anyone who has the link can start: they give their name, and an
          email address if they like.
        </p>
        <div className="invite-options">
          <InviteTagSelect tagId={tagId} onChange={setTagId} />
          <Assessments
            chosen={assessmentIds}
            focusForm={focusForm}
            account={account}
            onChange={setAssessmentIds}
            onForm={setFocusForm}
          />
        </div>
        {error !== null && <InviteErrorNote error={error} retry={() => void get()} />}
        {made?.of !== of && (
          <div>
            <button
              type="button"
              className="button button-main"
              aria-disabled={isBusy}
              onClick={() => void get()}
            >
              {isBusy ? 'Getting the link' : 'Get the link'}
            </button>
          </div>
        )}
      </div>
      {made?.of === of && <ShareSheet link={made.link} isNew={made.isNew} />}
      <ApiCall route="POST /assessment-invite" request={{ body }} />
    </>
  )
}
