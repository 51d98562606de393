import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { CampaignReminders } from '../client/types.ts'
import { formatNumber } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'

/** Reminds everyone who may be reminded now. The number is what the service would do, so it says what will happen. */
export function RemindButton({ campaignId, remindable }: { campaignId: string; remindable: number }) {
  const reminding = useMutation({
    mutationFn: async () =>
      (await call('POST /campaign/{campaignId}/remind', { path: { campaignId }, body: {} })).reminders,
    onSuccess: (reminders) => showToast(remindersText(reminders)),
    onError: (error) => showToast(errorMessage(error, 'No one was reminded. Try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.campaigns }),
  })
  return (
    <button
      type="button"
      className="button button-main campaign-remind"
      aria-disabled={remindable === 0 || reminding.isPending}
      onClick={() => {
        if (remindable > 0 && !reminding.isPending) reminding.mutate()
      }}
    >
      Remind {formatNumber(remindable)}
    </button>
  )
}

/** “7 reminded.” */
function remindersText({ asked, waiting, heldUntil }: CampaignReminders): string {
  if (asked === 0) return 'No one can be reminded now.'
  if (heldUntil !== null) {
    const at = new Intl.DateTimeFormat('en-GB', { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    return `${formatNumber(asked)} reminded: it is night there, so the messages go out on ${at.format(new Date(heldUntil))}.`
  }
  return waiting === 0
    ? `${formatNumber(asked)} reminded.`
    : `${formatNumber(asked)} reminded. ${formatNumber(waiting)} of the messages follow as the limits allow.`
}
