import { settings } from '../client/settings.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** Shown while there are no endpoints: the two ways to get events, and one to try right away. */
export function Recipes({ onTry }: { onTry?: (url: string) => void }) {
  const polling = [
    `curl -s '${location.origin}/api/v4/events?wait=20' \\`,
    `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join('\n')
  return (
    <div className="hook-recipes">
      <p className="finding">No webhooks yet.</p>
      <section>
        <h2 className="section">Poll for events</h2>
        <p>
          The simplest way, and the one for managers’ automations. Your software asks for events and remembers{' '}
          <code>after</code> of the answer for its next request. It needs no public address and misses
          nothing.
        </p>
        <div className="api-call-text">
          <pre>
            <code>{polling}</code>
          </pre>
          <CopyButton text={polling} />
        </div>
      </section>
      <section>
        <h2 className="section">Receive a webhook</h2>
        <p>
          Your software has a public <code>https</code> address. Timbre sends it each event as a signed
          request. Check the signature with any library for Standard Webhooks and answer 200 within ten
          seconds. The <a href="/docs/events">guide to events</a> has samples.
        </p>
      </section>
      {settings.hooks && (
        <section>
          <h2 className="section">Try it in the demo</h2>
          <p>
            This demo has <a href={settings.hooks.page}>a receiver of its own</a>, which shows what arrives
            and whether the signature is right.
          </p>
          {onTry && (
            <button type="button" className="button" onClick={() => onTry(settings.hooks?.url ?? '')}>
              Add demo receiver
            </button>
          )}
        </section>
      )}
    </div>
  )
}
