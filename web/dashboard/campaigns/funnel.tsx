import { Link } from '@tanstack/react-router'
import type { Campaign, CampaignStuck } from '../client/types.ts'
import { formatNumber } from '../language/formats.ts'
import { share } from './words.ts'

const steps = [
  ['invited', 'Invited'],
  ['sent', 'Sent'],
  ['opened', 'Opened'],
  ['started', 'Started'],
  ['completed', 'Completed'],
] as const

const places = [
  ['queued', 'Waiting to be sent', 'queued'],
  ['failed', 'Bounced', 'failed'],
  ['sent', 'Sent, not opened', 'sent'],
  ['opened', 'Opened, no answer yet', 'opened'],
  ['disc', 'In DISC', 'started'],
  ['focus', 'In Focus', 'started'],
  ['core', 'In Core', 'started'],
] as const

/** The funnel as bars with numbers, the median time, and where the others are. */
export function CampaignFunnelView({ campaign, stuck }: { campaign: Campaign; stuck: CampaignStuck }) {
  const { funnel, medianMinutes, id } = campaign
  const isDone = funnel.completed === funnel.invited
  const shown = places.filter(([name]) => stuck[name] > 0)
  return (
    <div className="campaign-figures">
      <section aria-labelledby="campaign-funnel">
        <h2 id="campaign-funnel" className="section">
          Funnel
        </h2>
        <ol className="campaign-funnel">
          {steps.map(([name, label]) => (
            <li key={name}>
              <span>{label}</span>
              <meter
                className="campaign-bar"
                aria-label={label}
                min={0}
                max={Math.max(1, funnel.invited)}
                value={funnel[name]}
              />
              <span className="figures">
                {formatNumber(funnel[name])}{' '}
                <span className="note">{share(funnel[name], funnel.invited)}</span>
              </span>
            </li>
          ))}
        </ol>
        <p className="note">
          {medianMinutes === null
            ? 'The median time appears with the first completion.'
            : `Median time to complete: ${medianMinutes.toLocaleString('en-GB')} minutes.`}
        </p>
      </section>
      <section aria-labelledby="campaign-stuck">
        <h2 id="campaign-stuck" className="section">
          Where the others are
        </h2>
        {shown.length === 0 ? (
          <p>{isDone && funnel.invited > 0 ? 'Everyone has completed.' : 'No one has been invited yet.'}</p>
        ) : (
          <ul className="campaign-places">
            {shown.map(([name, label, step]) => (
              <li key={name}>
                <Link
                  to="/campaigns/$campaignId"
                  params={{ campaignId: id }}
                  search={{ step } as never}
                  hash="campaign-people"
                  resetScroll={false}
                >
                  {label}
                </Link>
                <span className="figures">{formatNumber(stuck[name])}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
