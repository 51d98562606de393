import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Connection } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { isRefusedAsTooOld, RecentSignIn } from '../ui/recent-sign-in.tsx'
import { KeyNote } from './key-note.tsx'
import { refreshConnections } from './refresh.ts'
import { words } from './words.ts'

/** A new key; the earlier one ends at once. */
export function RotateKeyDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const key = useIdempotencyKey()
  const rotation = useMutation({
    async mutationFn() {
      const path = { connectionId: connection.id }
      const request = { path, body: {}, idempotencyKey: key.keyFor({}) }
      return (await call('POST /connection/{connectionId}/rotate-key', request)).connection
    },
    onSuccess: refreshConnections,
  })
  if (rotation.data)
    return <KeyNote title={words.replacing.done} connection={rotation.data} onClose={onClose} />
  return (
    <Dialog title={words.replacing.title} onClose={onClose}>
      <DialogForm
        verb={words.replacing.verb}
        isBusy={rotation.isPending}
        error={isRefusedAsTooOld(rotation.error) ? undefined : rotation.error}
        onSubmit={() => rotation.mutate()}
        onClose={onClose}
      >
        <p>{words.replacing.text}</p>
        <RecentSignIn error={rotation.error} onAgain={() => rotation.mutate()} />
      </DialogForm>
    </Dialog>
  )
}
