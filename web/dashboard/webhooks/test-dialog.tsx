import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { eventTypesQuery } from '../client/event-types.ts'
import type { Webhook } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { AttemptText } from './attempt-text.tsx'
import { words } from './words.ts'

/** The type of the sample if none is chosen. */
const usualType = 'webhook.ping'

/** Sends one signed request with a sample and shows the answer. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [type, setType] = useState('')
  const { data: types = [] } = useQuery(eventTypesQuery)
  const test = useMutation({
    mutationFn: () =>
      call('POST /webhook/{webhookId}/test', {
        path: { webhookId: webhook.id },
        body: type ? { type } : {},
      }),
  })
  return (
    <Dialog title={words.testing.title} onClose={onClose}>
      <DialogForm
        verb={test.isPending ? words.testing.sending : words.testing.verb}
        isBusy={test.isPending}
        error={test.error}
        onSubmit={() => test.mutate()}
        onClose={onClose}
      >
        <p>{words.testing.text}</p>
        <label className="field-label">
          {words.testing.event}
          <select className="field" value={type} onChange={(event) => setType(event.target.value)}>
            <option value="">{usualType}</option>
            {types.map((one) => (
              <option key={one.type}>{one.type}</option>
            ))}
          </select>
        </label>
        <div aria-live="polite">{test.data && <AttemptText attempt={test.data.data} />}</div>
      </DialogForm>
    </Dialog>
  )
}
