import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../client/call.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import type { FocusLength } from '../words/focus-forms.ts'
import { InviteErrorNote } from './check-error.tsx'
import { InviteTagSelect } from './invite-tag-select.tsx'
import { type LinkLimitValues, limitsToSend } from './limits-to-send.ts'
import { LinkLimits } from './link-limits.tsx'
import { Assessments } from './options.tsx'
import { ShareSheet } from './share-sheet.tsx'
import { words } from './words.ts'

type Chosen = readonly ('disc' | 'focus' | 'core')[]

/** A public link that anyone can start from: first its options, then the link to share. */
export function LinkPart({ tagId: initialTagId = '' }: { tagId: string | undefined }) {
  const account = useQuery(accountQuery).data
  const [tagId, setTagId] = useState(initialTagId)
  const [assessmentIds, setAssessmentIds] = useState<Chosen>()
  const [focusForm, setFocusForm] = useState<FocusLength>()
  const [limits, setLimits] = useState<LinkLimitValues>({ days: 30, most: '' })
  const [made, setMade] = useState<{ link: string; isNew: boolean; of: string }>()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const body = {
    ...(tagId && { tagIds: [tagId] }),
    ...(assessmentIds && { assessmentIds: [...assessmentIds] }),
    ...(focusForm && { focusForm }),
    ...limitsToSend(limits),
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
      void queryClient.invalidateQueries({ queryKey: keys.shareLinks })
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
          <Sentence text={words.link.lede} marks={{ links: (text) => <Link to="/links">{text}</Link> }} />
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
          <LinkLimits limits={limits} onChange={setLimits} />
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
              {isBusy ? words.link.creating : words.link.create}
            </button>
          </div>
        )}
      </div>
      {made?.of === of && <ShareSheet link={made.link} isNew={made.isNew} endsAt={body.expiresAt} />}
      <ApiCall route="POST /assessment-invite" request={{ body }} />
    </>
  )
}
