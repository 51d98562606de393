import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { refreshWebhooks } from './refresh.ts'
import { SecretNote } from './secret-note.tsx'
import { words } from './words.ts'

/** Replaces the secret. The former one keeps signing for as long as chosen, or ends at once after a leak. */
export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const isRotating = webhook.formerSecretUntil !== null
  const [hours, setHours] = useState(isRotating ? 0 : 24)
  const key = useIdempotencyKey()
  const rotation = useMutation({
    async mutationFn() {
      const body = { keepOldHours: hours }
      const path = { webhookId: webhook.id }
      const request = { path, body, idempotencyKey: key.keyFor(body) }
      return (await call('POST /webhook/{webhookId}/rotate-secret', request)).webhook
    },
    onSuccess: refreshWebhooks,
  })
  if (rotation.data)
    return <SecretNote title={words.rotating.done} webhook={rotation.data} onClose={onClose} />
  return (
    <Dialog title={words.rotating.title} onClose={onClose}>
      <DialogForm
        verb={words.rotating.verb}
        isBusy={rotation.isPending}
        error={rotation.error}
        onSubmit={() => rotation.mutate()}
        onClose={onClose}
      >
        <p>{isRotating ? words.rotating.textAgain : words.rotating.text}</p>
        <fieldset>
          <legend className="field-label">{words.rotating.current}</legend>
          {choices
            .filter(([value]) => !isRotating || value === 0)
            .map(([value, label]) => (
              <label key={value} className="setting-check">
                <input type="radio" name="hours" checked={hours === value} onChange={() => setHours(value)} />
                {label}
              </label>
            ))}
        </fieldset>
      </DialogForm>
    </Dialog>
  )
}

const choices = [
  [24, words.rotating.for24Hours],
  [72, words.rotating.for3Days],
  [168, words.rotating.for7Days],
  [0, words.rotating.now],
] as const
