import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Webhook } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshWebhooks } from './refresh.ts'
import { SecretNote } from './secret-note.tsx'
import { TypePicker } from './type-picker.tsx'
import { words } from './words.ts'

/** Creates an endpoint, or changes one. A new one then shows its secret, once. */
export function WebhookDialog({
  webhook,
  url: firstUrl = webhook?.url ?? '',
  onClose,
}: {
  webhook?: Webhook
  url?: string
  onClose: () => void
}) {
  const [url, setUrl] = useState(firstUrl)
  const [name, setName] = useState(webhook?.name ?? '')
  const [types, setTypes] = useState<readonly string[] | null>(webhook ? webhook.types : null)
  const [isStrict, setStrict] = useState(webhook?.order === 'strict')
  const [most, setMost] = useState(String(webhook?.maxInFlight ?? 4))
  const key = useIdempotencyKey()
  const saving = useMutation({
    async mutationFn() {
      const body = {
        url: url.trim(),
        name: name.trim() || null,
        types: types && [...types],
        order: isStrict ? ('strict' as const) : ('none' as const),
        ...(isStrict ? {} : { maxInFlight: Number(most) }),
      }
      if (webhook) {
        await call('PATCH /webhook/{webhookId}', { path: { webhookId: webhook.id }, body })
        return undefined
      }
      return (await call('POST /webhook', { body, idempotencyKey: key.keyFor(body) })).webhook
    },
    async onSuccess() {
      key.done()
      if (webhook) {
        onClose()
        showToast(words.editing.done)
      }
      await refreshWebhooks()
    },
  })
  if (saving.data) return <SecretNote title={words.adding.done} webhook={saving.data} onClose={onClose} />
  const ofDialog = webhook ? words.editing : words.adding
  const refusal = saving.error instanceof ApiError ? saving.error : undefined
  const isUrlRefused = refusal?.param === 'url'
  return (
    <Dialog title={ofDialog.title} onClose={onClose}>
      <DialogForm
        verb={ofDialog.verb}
        isBusy={saving.isPending}
        isReady={url.trim() !== '' && types?.length !== 0}
        error={isUrlRefused ? undefined : saving.error}
        onSubmit={() => saving.mutate()}
        onClose={onClose}
      >
        <label className="field-label">
          {words.fields.address}
          <input
            className="field"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={url}
            aria-invalid={isUrlRefused || undefined}
            aria-describedby="hook-url-note"
            onChange={(event) => setUrl(event.target.value)}
          />
          <span id="hook-url-note" aria-live="polite" className={isUrlRefused ? 'field-problem' : 'note'}>
            {isUrlRefused ? refusal?.message : words.fields.addressHint}
          </span>
        </label>
        <label className="field-label">
          {words.fields.name}
          <input
            className="field"
            maxLength={100}
            value={name}
            aria-describedby="hook-name-note"
            onChange={(event) => setName(event.target.value)}
          />
          <span id="hook-name-note" className="note">
            {words.fields.nameHint}
          </span>
        </label>
        <TypePicker types={types} onChange={setTypes} />
        <details className="hook-more" open={isStrict || most !== '4' || undefined}>
          <summary>{words.fields.orderAndSpeed}</summary>
          <label className="setting-check">
            <input type="checkbox" checked={isStrict} onChange={() => setStrict(!isStrict)} />
            <span>
              {words.fields.strict}
              <span className="note hook-block">{words.fields.strictHint}</span>
            </span>
          </label>
          {!isStrict && (
            <label className="field-label">
              {words.fields.parallel}
              <select
                className="field hook-most"
                value={most}
                onChange={(event) => setMost(event.target.value)}
              >
                {Array.from({ length: 16 }, (_, at) => (
                  <option key={String(at + 1)}>{at + 1}</option>
                ))}
              </select>
            </label>
          )}
        </details>
      </DialogForm>
    </Dialog>
  )
}
