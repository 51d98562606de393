import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { CampaignReminders } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { CampaignEmail } from '../ui/campaign-email.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { weekdayMoment } from '../words/moment-text.ts'
import { words } from './words.ts'

/** Asks first, and shows the email: reminders can't be taken back. */
export function RemindDialog({
  campaignId,
  remindable,
  heldUntil,
  onClose,
}: {
  campaignId: string
  remindable: number
  heldUntil: string | null
  onClose: () => void
}) {
  // The number that was asked about stays in the question while the figures are read again.
  const [asked] = useState(remindable)
  const intention = useIdempotencyKey()
  const reminding = useMutation({
    async mutationFn() {
      const request = { path: { campaignId }, body: {}, idempotencyKey: intention.keyFor() }
      return (await call('POST /campaign/{campaignId}/remind', request)).reminders
    },
    onSuccess(reminders) {
      intention.done()
      onClose()
      showToast(remindersText(reminders))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.campaigns }),
  })
  return (
    <Dialog title={count(words.reminding.title, asked)} width={920} onClose={onClose}>
      <DialogForm
        verb={count(words.reminding.send, asked)}
        isBusy={reminding.isPending}
        error={reminding.error}
        onSubmit={() => reminding.mutate()}
        onClose={onClose}
      >
        {heldUntil !== null && <p>{fill(words.reminding.night, weekdayMoment(heldUntil))}</p>}
        <p>{words.reminding.text}</p>
        <div className="campaign-reminder">
          <CampaignEmail campaignId={campaignId} isReminder />
        </div>
      </DialogForm>
    </Dialog>
  )
}

/** “7 reminded.” */
function remindersText({ asked, waiting, heldUntil }: CampaignReminders): string {
  const { none, done, held, waiting: follow } = words.reminding
  if (asked === 0) return none
  if (heldUntil !== null) return count(held, asked, weekdayMoment(heldUntil))
  const reminded = count(done, asked)
  return waiting === 0 ? reminded : joinSentences([reminded, count(follow, waiting)])
}
