import type { CampaignQueue } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { dueMoment } from '../words/moment-text.ts'
import { outcomeSummary } from '../words/outcomes.ts'
import { words } from './words.ts'

/** “20 follow as the limits allow, the next at 10:15.” And who gets nothing, with the reason. */
export function CampaignQueueNote({ queue }: { queue: CampaignQueue }) {
  const refused = queue.people.filter(({ reason }) => reason !== null)
  return (
    <p className="campaign-queue" role="status">
      {joinSentences([
        ...(queue.waiting > 0
          ? [count(words.one.toInvite, queue.waiting, { time: dueMoment(queue.nextAt) })]
          : []),
        ...(refused.length > 0
          ? [`${outcomeSummary(refused.map((one) => ({ ...one, status: 'skipped' })))}.`]
          : []),
      ])}
    </p>
  )
}
