import { Link } from '@tanstack/react-router'
import type { Campaign, CampaignStuck } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { placeText } from './place-text.ts'
import { share } from './share.ts'
import { words } from './words.ts'

const steps = ['invited', 'sent', 'opened', 'started', 'completed'] as const

/** Where someone can be who has not completed, with the step that the list of people shows for it. */
const places = [
  { place: 'queued', step: 'queued', assessment: null },
  { place: 'failed', step: 'failed', assessment: null },
  { place: 'addressChanged', step: 'addressChanged', assessment: null },
  { place: 'wrongPerson', step: 'wrongPerson', assessment: null },
  { place: 'sent', step: 'sent', assessment: null },
  { place: 'opened', step: 'opened', assessment: null },
  { place: 'disc', step: 'started', assessment: 'disc' },
  { place: 'focus', step: 'started', assessment: 'focus' },
  { place: 'core', step: 'started', assessment: 'core' },
] as const

/** The funnel as bars with numbers, the median time, and where the others are. */
export function CampaignFunnelView({ campaign, stuck }: { campaign: Campaign; stuck: CampaignStuck }) {
  const { funnel, medianMinutes, id } = campaign
  const isDone = funnel.completed === funnel.invited
  const shown = places.filter(({ place }) => stuck[place] > 0)
  return (
    <div className="campaign-figures">
      <section aria-labelledby="campaign-funnel">
        <h2 id="campaign-funnel" className="section">
          {words.funnel.title}
        </h2>
        <ol className="campaign-funnel">
          {steps.map((name) => (
            <li key={name}>
              <span>{words.steps[name]}</span>
              {/* Browsers give the track and the fill of a meter heights of their own, so the bar is drawn. */}
              <span className="campaign-bar">
                <meter
                  className="out-of-sight"
                  aria-label={words.steps[name]}
                  min={0}
                  max={Math.max(1, funnel.invited)}
                  value={funnel[name]}
                />
                <span style={{ inlineSize: `${(funnel[name] / Math.max(1, funnel.invited)) * 100}%` }} />
              </span>
              <span className="figures">
                {formatNumber(funnel[name])}{' '}
                <span className="note">{share(funnel[name], funnel.invited)}</span>
              </span>
            </li>
          ))}
        </ol>
        <p className="note">
          {medianMinutes === null ? words.funnel.noTime : count(words.funnel.time, medianMinutes)}
        </p>
      </section>
      <section aria-labelledby="campaign-stuck">
        <h2 id="campaign-stuck" className="section">
          {words.funnel.others}
        </h2>
        {shown.length === 0 ? (
          <p>{isDone && funnel.invited > 0 ? words.funnel.everyoneCompleted : words.funnel.noOneInvited}</p>
        ) : (
          <ul className="campaign-places">
            {shown.map(({ place, step, assessment }) => (
              <li key={place}>
                <Link
                  to="/campaigns/$campaignId"
                  params={{ campaignId: id }}
                  search={{ step } as never}
                  hash="campaign-people"
                  resetScroll={false}
                >
                  {placeText({ step, assessment })}
                </Link>
                <span className="figures">{formatNumber(stuck[place])}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
