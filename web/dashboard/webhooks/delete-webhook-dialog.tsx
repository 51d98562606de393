import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Webhook } from '../client/types.ts'
import { webhookQuery } from '../client/webhooks.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { isTypedName } from '../words/person-name.ts'
import { webhookName } from '../words/webhook-words.ts'
import { refreshWebhooks } from './refresh.ts'
import { words } from './words.ts'

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
      showToast(fill(words.deleting.done, { name }))
      await refreshWebhooks()
    },
  })
  return (
    <Dialog title={words.deleting.title} onClose={onClose}>
      <DialogForm
        verb={words.deleting.verb}
        isBusy={deletion.isPending}
        isReady={isTypedName(typed, name)}
        error={deletion.error}
        onSubmit={() => deletion.mutate()}
        onClose={onClose}
      >
        <p>{words.deleting.text}</p>
        <label className="field-label">
          <span>
            <Sentence
              text={words.deleting.confirm}
              slots={{ name }}
              marks={{ strong: (inner) => <strong className="hook-typed">{inner}</strong> }}
            />
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
