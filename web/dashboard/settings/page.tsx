import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { accountQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Coaches } from './coaches.tsx'
import { LogoForm } from './logo-form.tsx'
import { MemberNoticesForm } from './member-notices.tsx'
import { PreferencesForm } from './preferences-form.tsx'

/** Settings of the account: look and language of emails and pages, assessments, retention. */
export function SettingsPage() {
  usePageTitle('Settings')
  const { data: account, error, refetch } = useQuery(accountQuery)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Settings
        </h1>
      </header>
      {error && !account && <FailureNote error={error} retry={() => void refetch()} />}
      {!account && !error && <Skeleton width="100%" height={720} />}
      {account && (
        <>
          {!hasScope('account:write') && (
            <p className="settings-lede">
              You can read these settings. Only owners of the account change them.
            </p>
          )}
          <section className="setting">
            <h2 className="section">Logo</h2>
            <LogoForm logoUrl={account.logoUrl} />
          </section>
          <PreferencesForm key={account.updatedAt} preferences={account.preferences} />
          <section className="setting">
            <h2 className="section">Emails to you</h2>
            <MemberNoticesForm />
          </section>
          <section className="setting">
            <h2 className="section">People who work here</h2>
            <p>
              Members and their roles have{' '}
              <a href={`${settings.authUrl}/members?account=${account.id}`}>a page of their own</a>, which
              works without this one. So have <a href={`${settings.authUrl}/apps`}>connected apps</a> and{' '}
              <a href={`${settings.authUrl}/clients?account=${account.id}`}>API keys</a>.
            </p>
          </section>
          {hasScope('account:write') && hasScope('profiles:read') && (
            <section className="setting" id="coaches">
              <h2 className="section">Coaches</h2>
              <Coaches accountId={account.id} />
            </section>
          )}
          <section className="setting">
            <h2 className="section">Validation study</h2>
            <p>
              A <Link to="/study">validation study</Link> shows whether the scores hold for your people, with
              those who agree to take part.
            </p>
          </section>
          <section className="setting">
            <h2 className="section">Sender</h2>
            <p>
              <Link to="/settings/sender">Sender</Link> lets invites and reminders come from an address of
              your own domain, and shows the DNS records for it.
            </p>
          </section>
          <section className="setting">
            <h2 className="section">Messages</h2>
            <p>
              <Link to="/messages">Messages</Link> shows which emails and text messages wait, were sent, or
              failed, and sends again what failed.
            </p>
          </section>
          <section className="setting">
            <h2 className="section">Webhooks</h2>
            <p>
              <Link to="/settings/webhooks">Webhooks</Link> send events to your software as they happen.{' '}
              <Link to="/events">Events</Link> shows what has happened in the last 30 days.
            </p>
          </section>
          <section className="setting">
            <h2 className="section">Connections</h2>
            <p>
              <Link to="/settings/connections">Connections</Link> let an applicant tracking system order
              assessments, or a directory report the people you assess.
            </p>
          </section>
          <section className="setting">
            <h2 className="section">Security</h2>
            <div>
              {hasScope('account:write') && (
                <p>
                  <a href={`${settings.authUrl}/access?account=${account.id}`}>Who can reach this account</a>:
                  every member, app, API key and link that works, each with a button that ends it. You can
                  also require passkeys there.
                </p>
              )}
              {hasScope('account:write') && (
                <p>
                  <a href={`${settings.authUrl}/company?account=${account.id}`}>Sign-in</a>: let members sign
                  in with your company’s identity provider, by OpenID Connect or SAML 2.0.
                </p>
              )}
              <p>
                <a href={`${settings.authUrl}/sessions`}>Where you’re signed in</a>: every browser with a
                session of yours, each with a button that ends it.
              </p>
            </div>
          </section>
          <section className="setting">
            <h2 className="section">This account</h2>
            <dl className="setting-facts">
              <div>
                <dt>Id</dt>
                <dd>
                  <code>{account.id}</code> <CopyButton text={account.id} />
                </dd>
              </div>
              <div>
                <dt>Region</dt>
                <dd>{account.region}. Its people and results are kept there and nowhere else.</dd>
              </div>
              <div>
                <dt>Version</dt>
                <dd>Timbre {settings.version}</dd>
              </div>
            </dl>
          </section>
        </>
      )}
      <ApiCall route="GET /account" request={{ query: {} }} />
    </>
  )
}
