import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshWebhooks } from './refresh.ts'
import { pluralizeEvents, replayTypes } from './replay.ts'

/** Sends events again. It counts them first, so nobody floods a receiver by accident. */
export function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [since, setSince] = useState('')
  const [only, setOnly] = useState<'undelivered' | 'all'>('undelivered')
  const key = useIdempotencyKey()
  const path = { webhookId: webhook.id }
  const body = {
    ...(since ? { since: new Date(since).toISOString() } : {}),
    ...replayTypes(webhook.types),
    only,
  }
  const count = useQuery({
    queryKey: ['webhooks', webhook.id, 'replay', body],
    queryFn: async ({ signal }) => {
      const request = { path, body: { ...body, dryRun: true }, idempotencyKey: null, signal }
      return (await call('POST /webhook/{webhookId}/replay', request)).data
    },
    staleTime: 0,
  })
  const replay = useMutation({
    mutationFn: () =>
      call('POST /webhook/{webhookId}/replay', { path, body, idempotencyKey: key.keyFor(body) }),
    async onSuccess({ data }) {
      onClose()
      showToast(`Sending ${pluralizeEvents(data.events)}.`)
      await refreshWebhooks()
    },
  })
  const found = count.data
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <DialogForm
        verb={found && found.events > 0 ? `Send ${pluralizeEvents(found.events)}` : 'Send events'}
        isBusy={replay.isPending}
        isReady={found !== undefined && found.events > 0}
        error={replay.error ?? count.error}
        onSubmit={() => replay.mutate()}
        onClose={onClose}
      >
        <p>
          Events are sent again with the same ids, oldest first. A receiver that remembers ids ignores what it
          already has.
        </p>
        <label className="field-label">
          Since
          <input
            className="field hook-since"
            type="datetime-local"
            value={since}
            aria-describedby="hook-since-note"
            onChange={(event) => setSince(event.target.value)}
          />
          <span id="hook-since-note" className="note">
            Leave empty for everything from the last 30 days.
          </span>
        </label>
        <fieldset>
          <legend className="field-label">Which events</legend>
          <label className="setting-check">
            <input
              type="radio"
              name="only"
              checked={only === 'undelivered'}
              onChange={() => setOnly('undelivered')}
            />
            Those that were not delivered
          </label>
          <label className="setting-check">
            <input type="radio" name="only" checked={only === 'all'} onChange={() => setOnly('all')} />
            All, delivered ones too
          </label>
        </fieldset>
        <p role="status" className="hook-count">
          {found ? countText(found) : count.error ? '' : 'Counting'}
        </p>
      </DialogForm>
    </Dialog>
  )
}

function countText({ events, first, last }: { events: number; first: number | null; last: number | null }) {
  if (events === 0 || first === null || last === null)
    return 'No event matches that is not waiting to be sent already.'
  const most = events >= 10_000 ? ', the most in one replay' : ''
  return `${pluralizeEvents(events)}${most}: number ${first.toLocaleString('en-GB')} to ${last.toLocaleString('en-GB')}.`
}
