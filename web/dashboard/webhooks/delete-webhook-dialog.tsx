import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Webhook } from '../client/types.ts'
import { webhookQuery } from '../client/webhooks.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { isTypedName } from '../words/person-name.ts'
import { webhookName } from '../words/webhook-words.ts'
import { refreshWebhooks } from './refresh.ts'

/** Asks for the name, because a deleted endpoint and its secret can't be restored. */
export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const name = webhookName(webhook)
  const deletion = useMutation({
    mutationFn: () => call('DELETE /webhook/{webhookId}', { path: { webhookId: webhook.id } }),
    async onSuccess() {
      onClose()
      await navigate({ to: '/settings/webhooks' })
      queryClient.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey })
      showToast(`${name} deleted.`)
      await refreshWebhooks()
    },
  })
  return (
    <Dialog title="Delete webhook" onClose={onClose}>
      <DialogForm
        verb="Delete webhook"
        isBusy={deletion.isPending}
        isReady={isTypedName(typed, name)}
        error={deletion.error}
        onSubmit={() => deletion.mutate()}
        onClose={onClose}
      >
        <p>
          Timbre will send nothing more to it, and what is waiting is dropped. Events stay in the feed for 30
          days.
        </p>
        <label className="field-label">
          <span>
            Type <strong className="hook-typed">{name}</strong> to confirm
          </span>
          <input
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}
