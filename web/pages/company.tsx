import type { CompanyView } from '../../src/http/views/company-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { Accounts } from './accounts.tsx'
import companyStyles from './company.css?inline'
import { CompanyDomains } from './company-domains.tsx'
import { CompanyProvider } from './company-provider.tsx'
import { copyScript } from './copyable-text.tsx'
import { renderDocument } from './document.tsx'
import { Icon } from './icon.tsx'
import members from './members.css?inline'
import { speaker } from './messages.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

const styles = signedInStyles + members + companyStyles

/** `/company`: how the members of an account sign in. */
export function renderCompany(view: CompanyView): RenderedPage {
  const title = `${speaker(view).say('nav.company')} · ${view.account?.name ?? 'Timbre'}`
  return renderDocument({
    languageTag: view.languageTag,
    theme: view.theme,
    title,
    styles,
    body: <CompanyPage view={view} />,
    script: copyScript(),
  })
}

function CompanyPage({ view }: { view: CompanyView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, root, email } = view
  const here = account ? `${root}/company?account=${account.id}` : `${root}/company`
  const settings = account?.settings
  return (
    <SignedInPage
      view={view}
      speak={speak}
      at="access"
      isBelow
      isSetting
      path={here}
      mainClass="members-page company-page"
    >
      <h1 class="page-title">
        {account ? say('company.heading', { account: account.name }) : say('nav.company')}
      </h1>
      {settings && <p class="lede">{say('company.lede')}</p>}
      {view.isDone && (
        <p class="members-word" role="status">
          {say('company.done')}
        </p>
      )}
      {view.problem && (
        <p class="members-word problem" role="alert">
          <Icon name="warning" size={16} />
          {say(`company.problem.${view.problem}`)}
        </p>
      )}
      <Accounts view={view} speak={speak} at="company" />
      {!account && <p class="lede">{say('members.none', { email })}</p>}
      {account && !settings && (
        <p class="members-word">{say('company.notAllowed', { account: account.name })}</p>
      )}
      {settings && view.signInAgain && (
        <p class="members-word">
          {say('company.again')} <a href={view.signInAgain}>{say('company.againLink')}</a>
        </p>
      )}
      {account && settings && (
        <>
          <CompanyDomains view={view} speak={speak} accountId={account.id} settings={settings} />
          <CompanyProvider view={view} speak={speak} accountId={account.id} settings={settings} />
        </>
      )}
    </SignedInPage>
  )
}
