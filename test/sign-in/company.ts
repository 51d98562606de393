import { hashSecret } from '../../src/identity/secret.ts'
import { newPublicId } from '../../src/platform/ids.ts'
import { type MembersVisitor, openSignedInBrowser } from '../oauth/members-page.ts'
import { type FormBrowser, type FormPage, openFormBrowser } from '../support/form-browser.ts'
import { type HostileProvider, startHostileProvider } from '../support/identity-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'

export type Company = {
  account: TestAccount
  owner: MembersVisitor
  domain: string
  /** The address at which sign-in with its provider starts. */
  start: string
  /** Sends a form of `/company`. */
  press: (change: string, fields?: Record<string, string>, by?: MembersVisitor) => Promise<Pressed>
  hostile: HostileProvider
}

export type Pressed = { status: number; location: string | null; text: string }

export type Companies = {
  running: TestService
  /** The TXT records of the internet. */
  records: Map<string, string[]>
  /** An account with a proven domain, and a provider that does what the test wants. */
  open: (fields?: { domain?: string; join?: string; trusts?: boolean }) => Promise<Company>
}

/** A service, and accounts with identity providers. */
export async function startCompanies(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestService>[1] = {},
): Promise<Companies> {
  const records = new Map<string, string[]>()
  const lookUpTxt = async (name: string) => records.get(name) ?? []
  const running = await startTestService(environment, { lookUpTxt, ...options })
  return {
    running,
    records,
    async open({ domain = `${newPublicId()}.test`, join = 'none', trusts = false } = {}) {
      const email = `owner@${domain}`
      const account = await running.account({ name: 'Northwind', owner: email })
      const owner = await openSignedInBrowser(running, email)
      const press: Company['press'] = async (change, fields = {}, by = owner) =>
        pressForm(running, by, `/company/${change}`, { account: account.id, ...fields })
      const page = await owner.get(`/company?account=${account.id}`)
      const start = `/sign-in/provider/${/sign-in\/provider\/([0-9a-f]{24})/.exec(page.text)?.[1]}`
      const hostile = await startHostileProvider()
      const company = { account, owner, domain, start, press, hostile }
      await press('add', { domain })
      await publish({ records, running }, company)
      await press('prove', { domain })
      await press('oidc', {
        ...{ issuer: hostile.issuer, client: 'client', secret: 'a client secret of the hostile one', join },
        ...(trusts && { trusts: 'on' }),
      })
      return company
    },
  }
}

export async function pressForm(
  { url }: TestService,
  by: MembersVisitor,
  path: string,
  fields: Record<string, string>,
): Promise<Pressed> {
  const page = await by.get(`/${path.split('/')[1]}?account=${fields.account}`)
  const proof = /name="proof" value="([^"]+)"/.exec(page.text)?.[1] ?? 'none'
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { cookie: by.cookie },
    body: new URLSearchParams({ proof, ...fields }),
    redirect: 'manual',
  })
  return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
}

/** Puts the record of a domain into the DNS. */
export async function publish(
  { records, running }: Pick<Companies, 'records' | 'running'>,
  { account, domain }: { account: { id: string }; domain: string },
): Promise<void> {
  const [row] = await running.db.admin<{ proof: string }>(
    'select proof from sign_in_domain where account_id = $1 and domain = $2',
    [account.id, domain],
  )
  const name = `_timbre.${domain}`
  records.set(name, [...(records.get(name) ?? []), `timbre-domain=${row?.proof}`])
}

/** Starts in a browser: the address at the provider that it is sent to. */
export async function startAt(
  running: TestService,
  company: Company,
  browser: FormBrowser = openFormBrowser(),
): Promise<{ browser: FormBrowser; location: URL }> {
  const page = await browser.open(`${running.url}${company.start}?continue=members`)
  if (!page.left) throw new Error(`The provider was not reached: ${page.status} ${page.html.slice(-600)}`)
  return { browser, location: page.left }
}

/** Signs in through the provider of a company, which vouches for these claims. */
export async function signInThrough(
  running: TestService,
  company: Company,
  claims: Record<string, unknown>,
  browser?: FormBrowser,
): Promise<{ browser: FormBrowser; page: FormPage }> {
  const started = await startAt(running, company, browser)
  const back = company.hostile.answer(started.location, { email_verified: true, ...claims })
  return { browser: started.browser, page: await started.browser.open(back) }
}

/** What a session of a browser is. Undefined if nobody is signed in. */
export async function sessionIn({ url, db }: TestService, browser: FormBrowser) {
  const secret = browser.cookie(url, 'person')
  if (!secret) return undefined
  const [row] = await db.admin<{
    email: string
    method: string
    only: string | null
    provider: string | null
  }>(
    `select email, method, only_account_id as only, provider_account_id as provider
       from person_session session join person on person.id = session.person_id where token_hash = $1`,
    [hashSecret(secret)],
  )
  return row
}

export async function addMember(
  { db }: TestService,
  account: { id: string },
  email: string,
  { role = 'manager', accepted = true }: { role?: string; accepted?: boolean } = {},
): Promise<string> {
  const id = newPublicId()
  await db.admin(
    `insert into member (account_id, id, email, role, created_at, accepted_at, invitation_expires_at)
     values ($1, $2, $3, $4, now(), case when $5::boolean then now() end,
       case when not $5::boolean then now() + interval '1 day' end)`,
    [account.id, id, email, role, accepted],
  )
  return id
}

export async function membersIn({ db }: TestService, account: { id: string }) {
  return db.admin<{ email: string; role: string; name: string | null }>(
    'select email, role, name from member where account_id = $1 order by email',
    [account.id],
  )
}
