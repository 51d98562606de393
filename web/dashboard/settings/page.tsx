import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { accountQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Coaches } from './coaches.tsx'
import { LogoForm } from './logo-form.tsx'
import { MemberNoticesForm } from './member-notices.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { words } from './words.ts'

/** Settings of the account: look and language of emails and pages, assessments, retention. */
export function SettingsPage() {
  usePageTitle(words.title)
  const { data: account, error, refetch } = useQuery(accountQuery)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      {error && !account && <FailureNote error={error} retry={() => void refetch()} />}
      {!account && !error && <Skeleton width="100%" height={720} />}
      {account && (
        <>
          {!hasScope('account:write') && <p className="settings-lede">{words.onlyOwners}</p>}
          <section className="setting">
            <h2 className="section">{words.logo.title}</h2>
            <LogoForm logoUrl={account.logoUrl} />
          </section>
          <PreferencesForm key={account.updatedAt} preferences={account.preferences} />
          <section className="setting">
            <h2 className="section">{words.notices.title}</h2>
            <MemberNoticesForm />
          </section>
          <section className="setting">
            <h2 className="section">{words.members.title}</h2>
            <p>
              <Sentence
                text={words.members.text}
                marks={{
                  members: (inner) => (
                    <a href={`${settings.authUrl}/members?account=${account.id}`}>{inner}</a>
                  ),
                  apps: (inner) => <a href={`${settings.authUrl}/apps`}>{inner}</a>,
                  keys: (inner) => <a href={`${settings.authUrl}/clients?account=${account.id}`}>{inner}</a>,
                }}
              />
            </p>
          </section>
          {hasScope('account:write') && hasScope('profiles:read') && (
            <section className="setting" id="coaches">
              <h2 className="section">{words.coaches.title}</h2>
              <Coaches accountId={account.id} />
            </section>
          )}
          <section className="setting">
            <h2 className="section">{words.study.title}</h2>
            <p>
              <Sentence
                text={words.study.text}
                marks={{ link: (inner) => <Link to="/study">{inner}</Link> }}
              />
            </p>
          </section>
          <section className="setting">
            <h2 className="section">{words.senderPart.title}</h2>
            <p>
              <Sentence
                text={words.senderPart.text}
                marks={{ link: (inner) => <Link to="/settings/sender">{inner}</Link> }}
              />
            </p>
          </section>
          <section className="setting">
            <h2 className="section">{words.messages.title}</h2>
            <p>
              <Sentence
                text={words.messages.text}
                marks={{ link: (inner) => <Link to="/messages">{inner}</Link> }}
              />
            </p>
          </section>
          <section className="setting">
            <h2 className="section">{words.webhooks.title}</h2>
            <p>
              <Sentence
                text={words.webhooks.text}
                marks={{
                  webhooks: (inner) => <Link to="/settings/webhooks">{inner}</Link>,
                  events: (inner) => <Link to="/events">{inner}</Link>,
                }}
              />
            </p>
          </section>
          <section className="setting">
            <h2 className="section">{words.connections.title}</h2>
            <p>
              <Sentence
                text={words.connections.text}
                marks={{ link: (inner) => <Link to="/settings/connections">{inner}</Link> }}
              />
            </p>
          </section>
          <section className="setting">
            <h2 className="section">{words.security.title}</h2>
            <div>
              {hasScope('account:write') && (
                <p>
                  <Sentence
                    text={words.security.access}
                    marks={{
                      link: (inner) => (
                        <a href={`${settings.authUrl}/access?account=${account.id}`}>{inner}</a>
                      ),
                    }}
                  />
                </p>
              )}
              {hasScope('account:write') && (
                <p>
                  <Sentence
                    text={words.security.company}
                    marks={{
                      link: (inner) => (
                        <a href={`${settings.authUrl}/company?account=${account.id}`}>{inner}</a>
                      ),
                    }}
                  />
                </p>
              )}
              <p>
                <Sentence
                  text={words.security.sessions}
                  marks={{ link: (inner) => <a href={`${settings.authUrl}/sessions`}>{inner}</a> }}
                />
              </p>
            </div>
          </section>
          <section className="setting">
            <h2 className="section">{words.account.title}</h2>
            <dl className="setting-facts">
              <div>
                <dt>{words.account.id}</dt>
                <dd>
                  <code>{account.id}</code> <CopyButton text={account.id} />
                </dd>
              </div>
              <div>
                <dt>{words.account.region}</dt>
                <dd>{fill(words.account.regionText, { region: account.region })}</dd>
              </div>
              <div>
                <dt>{words.account.version}</dt>
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
