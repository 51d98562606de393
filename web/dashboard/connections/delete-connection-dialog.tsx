import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Connection } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { isTypedName } from '../words/person-name.ts'
import { refreshConnections } from './refresh.ts'
import { words } from './words.ts'

/** Asks for the name, because an ended connection and its key can't be restored. */
export function DeleteConnectionDialog({
  connection,
  onClose,
}: {
  connection: Connection
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const { id: connectionId, name } = connection
  const deletion = useMutation({
    mutationFn: () => call('DELETE /connection/{connectionId}', { path: { connectionId } }),
    async onSuccess() {
      onClose()
      await navigate({ to: '/settings/connections' })
      showToast(fill(words.ending.done, { name }))
      await refreshConnections()
    },
  })
  return (
    <Dialog title={words.ending.title} onClose={onClose}>
      <DialogForm
        verb={words.ending.verb}
        isBusy={deletion.isPending}
        isReady={isTypedName(typed, name)}
        error={deletion.error}
        onSubmit={() => deletion.mutate()}
        onClose={onClose}
      >
        <p>{words.ending.text}</p>
        <label className="field-label">
          <span>
            <Sentence
              text={words.ending.confirm}
              slots={{ name }}
              marks={{ strong: (inner) => <strong className="connection-typed">{inner}</strong> }}
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
