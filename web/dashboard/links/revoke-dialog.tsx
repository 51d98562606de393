import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { ShareLink } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { words } from './words.ts'

/** Asks first: a revoked link can't be restored, and it may be on posters. */
export function RevokeDialog({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const revocation = useMutation({
    mutationFn: () => call('DELETE /assessment-invite/{shareLinkId}', { path: { shareLinkId: link.id } }),
    async onSuccess() {
      onClose()
      showToast(words.revoking.done)
      await queryClient.invalidateQueries({ queryKey: keys.shareLinks })
    },
  })
  return (
    <Dialog title={words.revoking.title} width={420} onClose={onClose}>
      <DialogForm
        verb={words.revoking.verb}
        isBusy={revocation.isPending}
        error={revocation.error}
        onSubmit={() => revocation.mutate()}
        onClose={onClose}
      >
        <p>
          {joinSentences([
            words.revoking.text,
            link.startsSoFar === 0
              ? words.revoking.noneStarted
              : count(words.revoking.started, link.startsSoFar),
          ])}
        </p>
      </DialogForm>
    </Dialog>
  )
}
