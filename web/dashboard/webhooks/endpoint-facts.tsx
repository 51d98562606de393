import { type ReactNode, useState } from 'react'
import type { Webhook, WebhookHealth } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { disabledText } from '../words/webhook-words.ts'
import { HealthStrip } from './health-strip.tsx'
import { remainingTime } from './remaining-time.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { StateWord } from './state-word.tsx'
import { words } from './words.ts'

/** Health, settings and secret. */
export function EndpointFacts({ webhook, maySet }: { webhook: Webhook; maySet: boolean }) {
  const [isRotating, setRotating] = useState(false)
  const { health, url, types, order, maxInFlight, formerSecretUntil } = webhook
  return (
    <>
      <section className="setting">
        <h2 className="section">{words.health.title}</h2>
        {health && <Health webhook={webhook} health={health} />}
      </section>
      <section className="setting">
        <h2 className="section">{words.sent.title}</h2>
        <dl className="setting-facts">
          <Fact name={words.sent.address}>
            <code>{url}</code>
          </Fact>
          <Fact name={words.sent.events}>
            {types ? (
              <ul className="hook-type-names">
                {types.map((type) => (
                  <li key={type}>
                    <code>{type}</code>
                  </li>
                ))}
              </ul>
            ) : (
              words.allTypes
            )}
          </Fact>
          <Fact name={words.sent.order}>
            {order === 'strict' ? words.sent.strict : fill(words.sent.parallel, { n: maxInFlight })}
          </Fact>
        </dl>
      </section>
      <section className="setting">
        <h2 className="section">{words.secret.title}</h2>
        <div className="hook-secret-part">
          <p>{formerSecretUntil ? words.secret.textWithFormer : words.secret.text}</p>
          {formerSecretUntil && (
            <p className="hook-former">
              <Icon name="warning" size={16} />
              <span>
                <Sentence
                  text={words.secret.former}
                  slots={{
                    time: remainingTime(formerSecretUntil, new Date()),
                    when: <When at={formerSecretUntil} style="moment" />,
                  }}
                />
              </span>
            </p>
          )}
          {maySet && (
            <button type="button" className="button button-small" onClick={() => setRotating(true)}>
              {words.secret.rotate}
            </button>
          )}
        </div>
      </section>
      {isRotating && <RotateDialog webhook={webhook} onClose={() => setRotating(false)} />}
    </>
  )
}

function Health({ webhook, health }: { webhook: Webhook; health: WebhookHealth }) {
  const { state, lastSuccessAt, failingSince, waiting, oldestWaitingAt, last24h } = health
  const { p50Ms, p95Ms } = last24h
  return (
    <dl className="setting-facts">
      <Fact name={words.health.state}>
        <StateWord state={state} />
        {state === 'disabled' && <span className="note">{disabledText(webhook)}</span>}
      </Fact>
      <Fact name={words.health.lastDay}>
        <HealthStrip health={health} />
      </Fact>
      <Fact name={words.health.answersIn}>
        {p50Ms === null
          ? words.health.notKnown
          : fill(words.health.milliseconds, { typical: p50Ms, slowest: p95Ms ?? p50Ms })}
      </Fact>
      <Fact name={words.health.lastSuccess}>
        {lastSuccessAt ? <When at={lastSuccessAt} style="moment" /> : words.health.noSuccess}
      </Fact>
      {failingSince && (
        <Fact name={words.health.failingSince}>
          <When at={failingSince} style="moment" />
        </Fact>
      )}
      <Fact name={words.health.waiting}>
        <span className="figures">{formatNumber(waiting)}</span>
        {oldestWaitingAt && (
          <span className="note">
            <Sentence
              text={words.health.oldest}
              slots={{ when: <When at={oldestWaitingAt} style="moment" /> }}
            />
          </span>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
