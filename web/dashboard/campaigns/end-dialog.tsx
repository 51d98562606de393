import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Campaign } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { words } from './words.ts'

/** Asks first: a campaign that has ended stays so. */
export function EndCampaignDialog({
  campaign,
  waiting,
  onClose,
}: {
  campaign: Campaign
  /** People whom the service would still have invited. */
  waiting: number
  onClose: () => void
}) {
  const ending = useMutation({
    mutationFn: () => call('POST /campaign/{campaignId}/end', { path: { campaignId: campaign.id } }),
    async onSuccess() {
      onClose()
      showToast(words.ending.done)
      await queryClient.invalidateQueries({ queryKey: keys.campaigns })
    },
  })
  return (
    <Dialog title={words.ending.title} width={420} onClose={onClose}>
      <DialogForm
        verb={words.ending.verb}
        isBusy={ending.isPending}
        error={ending.error}
        onSubmit={() => ending.mutate()}
        onClose={onClose}
      >
        <p>{words.ending.text}</p>
        {waiting > 0 && <p>{count(words.ending.waiting, waiting)}</p>}
      </DialogForm>
    </Dialog>
  )
}
