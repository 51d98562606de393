import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Webhook } from '../client/types.ts'
import { webhookQuery } from '../client/webhooks.ts'
import { fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { TypeNameDialog } from '../ui/type-name-dialog.tsx'
import { webhookHost } from '../words/webhook-words.ts'
import { refreshWebhooks } from './refresh.ts'
import { words } from './words.ts'

/** Asks for the name, because a deleted endpoint and its secret can't be restored. */
export function DeleteWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const navigate = useNavigate()
  // A path is long to type.
  const name = webhook.name || webhookHost(webhook.url)
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
    <TypeNameDialog
      title={words.deleting.title}
      verb={words.deleting.verb}
      name={name}
      isBusy={deletion.isPending}
      error={deletion.error}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{words.deleting.text}</p>
    </TypeNameDialog>
  )
}
