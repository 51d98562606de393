import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { CampaignReminders } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { formatDate, joinSentences } from '../language/formats.ts'
import { showToast } from '../ui/toasts.tsx'
import { words } from './words.ts'

/** Reminds everyone who may be reminded now. The number is what the service would do, so it says what will happen. */
export function RemindButton({ campaignId, remindable }: { campaignId: string; remindable: number }) {
  const reminding = useMutation({
    mutationFn: async () =>
      (await call('POST /campaign/{campaignId}/remind', { path: { campaignId }, body: {} })).reminders,
    onSuccess: (reminders) => showToast(remindersText(reminders)),
    onError: (error) => showToast(errorMessage(error, words.reminding.refused)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.campaigns }),
  })
  return (
    <button
      type="button"
      className="button button-main campaign-remind"
      aria-disabled={remindable === 0 || reminding.isPending}
      aria-describedby={remindable === 0 ? 'campaign-reason' : undefined}
      onClick={() => {
        if (remindable > 0 && !reminding.isPending) reminding.mutate()
      }}
    >
      {remindable === 0 ? words.reminding.verbOfNone : fill(words.reminding.verb, { n: remindable })}
    </button>
  )
}

/** “7 reminded.” */
function remindersText({ asked, waiting, heldUntil }: CampaignReminders): string {
  const { none, done, held, waiting: follow } = words.reminding
  if (asked === 0) return none
  if (heldUntil !== null) {
    const when = formatDate(new Date(heldUntil), { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    return count(held, asked, { when })
  }
  const reminded = count(done, asked)
  return waiting === 0 ? reminded : joinSentences([reminded, count(follow, waiting)])
}
