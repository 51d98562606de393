import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import type { Connection } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { TypeNameDialog } from '../ui/type-name-dialog.tsx'
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
    <TypeNameDialog
      title={words.ending.title}
      verb={words.ending.verb}
      name={name}
      isBusy={deletion.isPending}
      error={deletion.error}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{words.ending.text}</p>
    </TypeNameDialog>
  )
}
