import './settings.css'
import './sections.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { operatorName } from '../client/account-block.ts'
import { accountQuery } from '../client/queries.ts'
import { settings } from '../client/settings.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { usePartOfAddress } from '../ui/part-of-address.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Coaches } from './coaches.tsx'
import { LogoForm } from './logo-form.tsx'
import { MemberNoticesForm } from './member-notices.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { SectionLinks } from './section-links.tsx'
import { type SectionId, Setting, sectionTitles } from './setting.tsx'
import { SubPages } from './sub-pages.tsx'
import { words } from './words.ts'

const sectionIds = Object.keys(sectionTitles) as SectionId[]

/** Settings of the account: look and language of emails and pages, assessments, retention. */
export function SettingsPage() {
  usePageTitle(words.title)
  const { data: account, error, refetch } = useQuery(accountQuery)
  usePartOfAddress(account !== undefined)
  const hasCoaches = hasScope('account:write') && hasScope('profiles:read')
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
          <SectionLinks ids={sectionIds.filter((id) => id !== 'coaches' || hasCoaches)} />
          <SubPages accountId={account.id} />
          <Setting id="logo">
            <LogoForm logoUrl={account.logoUrl} />
          </Setting>
          <PreferencesForm
            preferences={account.preferences}
            pendingRetention={account.pendingRetention}
            accountName={account.name}
          />
          <Setting id="notices">
            <MemberNoticesForm />
          </Setting>
          {hasCoaches && (
            <Setting id="coaches">
              <Coaches accountId={account.id} />
            </Setting>
          )}
          <Setting id="account">
            <dl className="setting-facts">
              <div>
                <dt>{words.account.name}</dt>
                <dd>{account.name}</dd>
              </div>
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
              <div className="setting-sentences">
                <dt>{words.account.export}</dt>
                <dd>
                  <Sentence text={words.account.exportText} slots={{ who: <Operator /> }} />{' '}
                  <Sentence
                    text={words.account.exportPeople}
                    marks={{ link: (inner) => <Link to="/people">{inner}</Link> }}
                  />
                </dd>
              </div>
            </dl>
          </Setting>
        </>
      )}
      <ApiCall route="GET /account" request={{ query: {} }} />
    </>
  )
}

/** Whom to ask. A contact is a link. */
function Operator() {
  const { operatorContact: contact } = settings
  if (contact === undefined) return <>{operatorName()}</>
  return <a href={contact.includes('@') ? `mailto:${contact}` : contact}>{contact}</a>
}
