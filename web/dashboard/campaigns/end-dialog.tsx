import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Campaign } from '../client/types.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'

/** Asks first: a campaign that has ended stays so. */
export function EndCampaignDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const ending = useMutation({
    mutationFn: () => call('POST /campaign/{campaignId}/end', { path: { campaignId: campaign.id } }),
    async onSuccess() {
      onClose()
      showToast('Campaign ended. No one gets another reminder.')
      await queryClient.invalidateQueries({ queryKey: keys.campaigns })
    },
  })
  return (
    <Dialog title="End campaign" width={420} onClose={onClose}>
      <DialogForm
        verb="End campaign"
        isBusy={ending.isPending}
        error={ending.error}
        onSubmit={() => ending.mutate()}
        onClose={onClose}
      >
        <p>
          No one gets another reminder, and the figures stay as they are now. Links that were sent still work
          for their seven days. You can't open it again.
        </p>
      </DialogForm>
    </Dialog>
  )
}
