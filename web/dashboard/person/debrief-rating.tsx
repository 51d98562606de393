import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Debrief } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { debriefQuery } from './queries.ts'
import { words } from './words.ts'

/** Whether the text was useful, and why. One rating per member; a later one replaces it. */
export function DebriefRatingForm({ debrief }: { debrief: Debrief }) {
  const [chosen, setChosen] = useState<1 | -1>()
  const [comments, setComments] = useState('')
  const intention = useIdempotencyKey()
  const rating = useMutation({
    mutationFn: () => {
      const body = { rating: chosen ?? 1, ...(comments.trim() ? { comments: comments.trim() } : {}) }
      const request = { path: { debriefId: debrief.id }, body, idempotencyKey: intention.keyFor(body) }
      return call('POST /playbook/ai/debrief/{debriefId}/rating', request)
    },
    onSuccess() {
      intention.done()
      return queryClient.invalidateQueries(debriefQuery(debrief.profileId, debrief.locale))
    },
  })
  const { up, down } = debrief.ratings
  return (
    <form
      className="debrief-rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen && !rating.isPending) rating.mutate()
      }}
    >
      <fieldset>
        <legend>{words.rating.question}</legend>
        <div className="page-actions">
          {opinions.map(([value, label]) => (
            <button
              key={value}
              type="button"
              className="button button-small"
              aria-pressed={chosen === value}
              onClick={() => {
                setChosen(value)
                rating.reset()
              }}
            >
              {label}
            </button>
          ))}
        </div>
      </fieldset>
      {chosen && !rating.isSuccess && (
        <>
          <label className="field-label">
            {words.rating.why}
            <textarea
              className="field"
              rows={3}
              maxLength={1000}
              value={comments}
              onChange={(event) => setComments(event.target.value)}
            />
          </label>
          <button type="submit" className="button" aria-disabled={rating.isPending}>
            {words.rating.send}
          </button>
        </>
      )}
      {rating.error && <FailureNote error={rating.error} />}
      <p className="note" role="status">
        {joinSentences([
          ...(rating.isSuccess ? [words.rating.kept] : []),
          ...(up + down > 0 ? [fill(words.rating.soFar, { up, down })] : []),
        ])}
      </p>
    </form>
  )
}

const opinions: readonly [1 | -1, string][] = [
  [1, words.rating.useful],
  [-1, words.rating.notUseful],
]
