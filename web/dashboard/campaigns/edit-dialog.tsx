import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { accountQuery, queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Campaign } from '../client/types.ts'
import { CampaignPart } from '../ui/campaign-part.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useCampaignCheck } from '../ui/use-campaign-check.ts'
import { type CampaignValues, campaignBody, parseDays } from '../words/campaign-values.ts'
import { words } from './words.ts'

/** Changes what is sent from now on. */
export function EditCampaignDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const account = useQuery(accountQuery).data
  const [values, setValues] = useState<CampaignValues>({
    name: campaign.name,
    deadline: campaign.deadline ?? '',
    senderName: campaign.senderName ?? '',
    repliesToMe: campaign.repliesToMemberId !== null,
    note: campaign.note ?? '',
    days: campaign.reminderDays.join(', '),
  })
  const [had] = useState(values)
  const saving = useMutation({
    mutationFn: () =>
      call('PATCH /campaign/{campaignId}', {
        path: { campaignId: campaign.id },
        body: {
          name: values.name.trim() || campaign.name,
          deadline: values.deadline || null,
          senderName: values.senderName.trim() || null,
          note: values.note.trim() === '' ? null : values.note,
          reminderDays: parseDays(values.days) ?? [],
          ...(values.repliesToMe !== had.repliesToMe && { repliesToMe: values.repliesToMe }),
        },
      }),
    async onSuccess() {
      onClose()
      showToast(words.editing.done)
      await queryClient.invalidateQueries({ queryKey: keys.campaigns })
    },
  })
  const check = useCampaignCheck()
  const save = async () => {
    const { deadline, ...others } = campaignBody(values, campaign.name)
    // A last day that is over may stay.
    const isNew = deadline !== undefined && deadline !== campaign.deadline
    if (await check.check(values, { ...others, ...(isNew && { deadline }) })) saving.mutate()
  }
  return (
    <Dialog title={words.editing.title} width={920} onClose={onClose}>
      <DialogForm
        verb={words.editing.verb}
        isBusy={saving.isPending || check.isChecking}
        error={check.error ?? saving.error}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <p className="note">{words.editing.text}</p>
        <CampaignPart
          values={values}
          change={(fields) => setValues((before) => ({ ...before, ...fields }))}
          usualName={campaign.name}
          account={account}
          check={check}
          isNew={false}
        />
      </DialogForm>
    </Dialog>
  )
}
