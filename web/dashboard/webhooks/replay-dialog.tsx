import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count, fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshWebhooks } from './refresh.ts'
import { replayTypes } from './replay.ts'
import { words } from './words.ts'

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
  const counting = useQuery({
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
      showToast(count(words.sending, data.events))
      await refreshWebhooks()
    },
  })
  const found = counting.data
  return (
    <Dialog title={words.replay.title} onClose={onClose}>
      <DialogForm
        verb={found && found.events > 0 ? count(words.replay.verbCounted, found.events) : words.replay.verb}
        isBusy={replay.isPending}
        isReady={found !== undefined && found.events > 0}
        error={replay.error ?? counting.error}
        onSubmit={() => replay.mutate()}
        onClose={onClose}
      >
        <p>{words.replay.text}</p>
        <label className="field-label">
          {words.replay.since}
          <input
            className="field hook-since"
            type="datetime-local"
            value={since}
            aria-describedby="hook-since-note"
            onChange={(event) => setSince(event.target.value)}
          />
          <span id="hook-since-note" className="note">
            {words.replay.sinceHint}
          </span>
        </label>
        <fieldset>
          <legend className="field-label">{words.replay.which}</legend>
          <label className="setting-check">
            <input
              type="radio"
              name="only"
              checked={only === 'undelivered'}
              onChange={() => setOnly('undelivered')}
            />
            {words.replay.undelivered}
          </label>
          <label className="setting-check">
            <input type="radio" name="only" checked={only === 'all'} onChange={() => setOnly('all')} />
            {words.replay.all}
          </label>
        </fieldset>
        <p role="status" className="hook-count">
          {found ? countText(found) : counting.error ? '' : words.replay.counting}
        </p>
      </DialogForm>
    </Dialog>
  )
}

function countText({ events, first, last }: { events: number; first: number | null; last: number | null }) {
  if (events === 0 || first === null || last === null) return words.replay.none
  if (events >= 10_000) return fill(words.replay.foundMost, { n: events, first, last })
  return count(words.replay.found, events, { first, last })
}
