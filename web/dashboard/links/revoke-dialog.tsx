import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { ShareLink } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { pluralizePeople } from '../words/pluralize.ts'

/** Asks first: a revoked link can't be restored, and it may be on posters. */
export function RevokeDialog({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const revocation = useMutation({
    mutationFn: () => call('DELETE /assessment-invite/{shareLinkId}', { path: { shareLinkId: link.id } }),
    async onSuccess() {
      onClose()
      showToast('Link revoked. No one else can start from it.')
      await queryClient.invalidateQueries({ queryKey: keys.shareLinks })
    },
  })
  return (
    <Dialog title="Revoke link" width={420} onClose={onClose}>
      <DialogForm
        verb="Revoke link"
        isBusy={revocation.isPending}
        error={revocation.error}
        onSubmit={() => revocation.mutate()}
        onClose={onClose}
      >
        <p>
          No one else can start from it, and it can't be turned on again.{' '}
          {link.startsSoFar === 0
            ? 'No one has started yet.'
            : `${pluralizePeople(link.startsSoFar)} started; they can finish.`}
        </p>
      </DialogForm>
    </Dialog>
  )
}
