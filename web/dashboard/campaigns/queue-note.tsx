import type { CampaignQueue } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatDate, joinSentences } from '../language/formats.ts'
import { outcomeSummary } from '../words/outcomes.ts'
import { words } from './words.ts'

/** “20 follow as the limits allow, the next at 10:15.” And who gets nothing, with the reason. */
export function CampaignQueueNote({ queue }: { queue: CampaignQueue }) {
  const refused = queue.people.filter(({ reason }) => reason !== null)
  return (
    <p className="campaign-queue" role="status">
      {joinSentences([
        ...(queue.waiting > 0
          ? [count(words.one.toInvite, queue.waiting, { time: timeText(queue.nextAt) })]
          : []),
        ...(refused.length > 0
          ? [`${outcomeSummary(refused.map((one) => ({ ...one, status: 'skipped' })))}.`]
          : []),
      ])}
    </p>
  )
}

function timeText(at: string | null): string {
  const moment = new Date(Math.max(at === null ? 0 : Date.parse(at), Date.now()))
  const isToday = moment.toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return formatDate(moment, { ...day, hour: '2-digit', minute: '2-digit' })
}
