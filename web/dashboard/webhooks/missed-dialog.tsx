import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshWebhooks } from './refresh.ts'
import { replayTypes } from './replay.ts'
import { words } from './words.ts'

/** After an endpoint is enabled: offers to send what happened while it was disabled. */
export function MissedDialog({
  webhook,
  missed,
  onClose,
}: {
  webhook: Webhook
  missed: NonNullable<Webhook['missed']>
  onClose: () => void
}) {
  const key = useIdempotencyKey()
  const replay = useMutation({
    mutationFn() {
      const body = { ...(missed.after ? { after: missed.after } : {}), ...replayTypes(webhook.types) }
      const path = { webhookId: webhook.id }
      return call('POST /webhook/{webhookId}/replay', { path, body, idempotencyKey: key.keyFor(body) })
    },
    async onSuccess({ data }) {
      onClose()
      showToast(count(words.sending, data.events))
      await refreshWebhooks()
    },
  })
  return (
    <Dialog title={words.missed.title} width={420} onClose={onClose}>
      <DialogForm
        verb={count(words.missed.verb, missed.count)}
        isBusy={replay.isPending}
        error={replay.error}
        onSubmit={() => replay.mutate()}
        onClose={onClose}
      >
        <p>{count(words.missed.text, missed.count, { from: missed.from, to: missed.to })}</p>
      </DialogForm>
    </Dialog>
  )
}
