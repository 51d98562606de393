import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { showToast } from '../ui/toasts.tsx'
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx'
import { MissedDialog } from './missed-dialog.tsx'
import { refreshWebhooks } from './refresh.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { words } from './words.ts'

type Open = 'test' | 'replay' | 'edit' | 'delete'

/** What owners can do with an endpoint. A disabled one must be enabled before anything is sent. */
export function EndpointActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>()
  const [missed, setMissed] = useState<NonNullable<Webhook['missed']>>()
  const isEnabled = webhook.state === 'enabled'
  const turn = useMutation({
    mutationFn: (state: Webhook['state']) =>
      call('PATCH /webhook/{webhookId}', { path: { webhookId: webhook.id }, body: { state } }),
    async onSuccess({ webhook: after }) {
      showToast(after.state === 'enabled' ? words.actions.enabled : words.actions.disabled)
      setMissed(after.missed)
      await refreshWebhooks()
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const close = () => setOpen(undefined)
  const button = (what: Open, label: string) => (
    <button type="button" className="button button-small" onClick={() => setOpen(what)}>
      {label}
    </button>
  )
  return (
    <div className="page-actions">
      {isEnabled && button('test', words.actions.sendTest)}
      {isEnabled && button('replay', words.actions.replay)}
      {button('edit', words.actions.edit)}
      <button
        type="button"
        className={isEnabled ? 'button button-small' : 'button button-small button-main'}
        disabled={turn.isPending}
        onClick={() => turn.mutate(isEnabled ? 'disabled' : 'enabled')}
      >
        {isEnabled ? words.actions.disable : words.actions.enable}
      </button>
      {button('delete', words.actions.delete)}
      {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} onClose={close} />}
      {open === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === 'delete' && <DeleteWebhookDialog webhook={webhook} onClose={close} />}
      {missed && <MissedDialog webhook={webhook} missed={missed} onClose={() => setMissed(undefined)} />}
    </div>
  )
}
