import { type ReactNode, useState } from 'react'
import type { Webhook, WebhookHealth } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { disabledText } from '../words/webhook-words.ts'
import { HealthStrip } from './health-strip.tsx'
import { remainingTime } from './remaining-time.ts'
import { RotateDialog } from './rotate-dialog.tsx'
import { StateWord } from './state-word.tsx'

/** Health, settings and secret. */
export function EndpointFacts({ webhook, maySet }: { webhook: Webhook; maySet: boolean }) {
  const [isRotating, setRotating] = useState(false)
  const { health, url, types, order, maxInFlight, formerSecretUntil } = webhook
  return (
    <>
      <section className="setting">
        <h2 className="section">Health</h2>
        {health && <Health webhook={webhook} health={health} />}
      </section>
      <section className="setting">
        <h2 className="section">What is sent</h2>
        <dl className="setting-facts">
          <Fact name="Address">
            <code>{url}</code>
          </Fact>
          <Fact name="Events">
            {types ? (
              <ul className="hook-type-names">
                {types.map((type) => (
                  <li key={type}>
                    <code>{type}</code>
                  </li>
                ))}
              </ul>
            ) : (
              'All types, including later ones'
            )}
          </Fact>
          <Fact name="Order">
            {order === 'strict'
              ? 'Strict: one at a time, in the order of events'
              : `Up to ${maxInFlight} at the same time, in any order`}
          </Fact>
        </dl>
      </section>
      <section className="setting">
        <h2 className="section">Secret</h2>
        <div className="hook-secret-part">
          <p>
            Signs each request. It was shown when it was created
            {formerSecretUntil ? '.' : ', and we can’t show it again.'}
          </p>
          {formerSecretUntil && (
            <p className="hook-former">
              <Icon name="warning" size={16} />
              <span>
                The former secret signs too for another {remainingTime(formerSecretUntil, new Date())}, until{' '}
                <When at={formerSecretUntil} style="moment" />.
              </span>
            </p>
          )}
          {maySet && (
            <button type="button" className="button button-small" onClick={() => setRotating(true)}>
              Rotate secret
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
      <Fact name="State">
        <StateWord state={state} />
        {state === 'disabled' && <span className="note">{disabledText(webhook)}</span>}
      </Fact>
      <Fact name="Last 24 hours">
        <HealthStrip health={health} />
      </Fact>
      <Fact name="Answers in">
        {p50Ms === null
          ? 'Not known yet'
          : `${p50Ms.toLocaleString('en-GB')} ms typically, ${(p95Ms ?? p50Ms).toLocaleString('en-GB')} ms for the slowest 5 in 100`}
      </Fact>
      <Fact name="Last success">
        {lastSuccessAt ? <When at={lastSuccessAt} style="moment" /> : 'None yet'}
      </Fact>
      {failingSince && (
        <Fact name="Failing since">
          <When at={failingSince} style="moment" />
        </Fact>
      )}
      <Fact name="Waiting">
        <span className="figures">{waiting.toLocaleString('en-GB')}</span>
        {oldestWaitingAt && (
          <span className="note">
            the oldest since <When at={oldestWaitingAt} style="moment" />
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
