import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshWebhooks } from './refresh.ts'
import { pluralizeEvents, replayTypes } from './replay.ts'

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
      showToast(`Sending ${pluralizeEvents(data.events)}.`)
      await refreshWebhooks()
    },
  })
  return (
    <Dialog title="Send what it missed" width={420} onClose={onClose}>
      <DialogForm
        verb={`Send the ${missed.count.toLocaleString('en-GB')} missed`}
        isBusy={replay.isPending}
        error={replay.error}
        onSubmit={() => replay.mutate()}
        onClose={onClose}
      >
        <p>
          {pluralizeEvents(missed.count)} happened while this webhook was disabled, number{' '}
          {missed.from.toLocaleString('en-GB')} to {missed.to.toLocaleString('en-GB')}. You can also replay
          them later.
        </p>
      </DialogForm>
    </Dialog>
  )
}
