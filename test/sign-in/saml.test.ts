import { beforeAll, describe, expect, test } from 'vitest'
import { limitTable } from '../../src/contract/limits.ts'
import type { FormBrowser, FormPage } from '../support/form-browser.ts'
import {
  assertionOf,
  newCertificate,
  requestIdOf,
  responseOf,
  type SamlClaims,
  type SigningCertificate,
  samlEntityId,
  signXml,
} from '../support/saml-provider.ts'
import {
  addMember,
  type Companies,
  type Company,
  membersIn,
  sessionIn,
  startAt,
  startCompanies,
} from './company.ts'

let companies: Companies
let company: Company
/** Another account with the same provider, as if two companies used one. */
let neighbor: Company
let [own, other]: SigningCertificate[] = []
let ada: string
beforeAll(async () => {
  companies = await startCompanies()
  ;[own, other] = [newCertificate(), newCertificate()]
  company = await companies.open()
  neighbor = await companies.open()
  for (const one of [company, neighbor]) {
    const entered = { entity: samlEntityId, url: 'https://idp.test/sso', certificates: own.certificate }
    const saved = await one.press('saml', entered)
    expect(saved.location).toContain('done=1')
  }
  ada = `ada@${company.domain}`
  await addMember(companies.running, company.account, ada)
  await addMember(companies.running, neighbor.account, `bob@${neighbor.domain}`)
})

const keyOf = (certificate: SigningCertificate | undefined) => certificate?.key ?? ''

type Started = { browser: FormBrowser; claims: SamlClaims }

/** A browser that waits for an answer, and what an honest one says. */
async function started(of: Company = company): Promise<Started> {
  const { browser, location } = await startAt(companies.running, of)
  const entity = `${companies.running.url}${of.start}`
  const claims = { email: ada, acs: `${entity}/acs`, audience: entity, inResponseTo: requestIdOf(location) }
  return { browser, claims }
}

/** The provider's page posts the answer, without our cookies; the browser follows the redirect with them. */
async function post(browser: FormBrowser, xml: string, acs: string): Promise<FormPage> {
  const answer = await fetch(acs, {
    method: 'POST',
    headers: { origin: 'https://idp.test', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
    redirect: 'manual',
  })
  const location = answer.headers.get('location')
  if (location) return browser.open(new URL(location, companies.running.url))
  return { status: answer.status } as FormPage
}

const honest = (claims: SamlClaims) => signXml(responseOf(claims, assertionOf(claims)), { key: keyOf(own) })

describe('a SAML provider', () => {
  test.each([
    ['assertion', 'Assertion'],
    ['response', 'Response'],
  ] as const)('signs in a member with a signed %s, and gives their name', async (_name, element) => {
    const { browser, claims } = await started()
    const named = { ...claims, name: 'Ada &amp; King' }
    const xml = signXml(responseOf(named, assertionOf(named)), { key: keyOf(own), element })
    expect((await post(browser, xml, claims.acs)).status).toBe(200)
    expect(await sessionIn(companies.running, browser)).toMatchObject({
      email: ada,
      only: company.account.id,
      provider: company.account.id,
    })
    const [member] = (await membersIn(companies.running, company.account)).filter(
      ({ email }) => email === ada,
    )
    expect(member?.name).toBe('Ada & King')
  })

  test('is asked to authenticate again when a form needs a recent sign-in', async () => {
    const { browser } = await started()
    const page = await browser.open(`${companies.running.url}${company.start}?continue=members&again=1`)
    const { inflateRawSync } = await import('node:zlib')
    const sent = Buffer.from(page.left?.searchParams.get('SAMLRequest') ?? '', 'base64')
    expect(inflateRawSync(sent).toString()).toContain('ForceAuthn="true"')
  })
})

type Forge = (claims: SamlClaims) => string

const ds = 'http://www.w3.org/2000/09/xmldsig#'
/** The signature of an honest answer, and the answer without it. */
function cut(xml: string): { signature: string; rest: string } {
  const [signature = ''] = /<(?:ds:)?Signature xmlns.*<\/(?:ds:)?Signature>/s.exec(xml) ?? []
  return { signature, rest: xml.replace(signature, '') }
}
const evil = (claims: SamlClaims) => ({ ...claims, email: `owner@${company.domain}` })
const inside = (response: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(response)?.[0] ?? ''
const signedBy = (claims: SamlClaims, more: Partial<Parameters<typeof signXml>[1]> = {}) =>
  signXml(responseOf(claims, assertionOf(claims)), { key: keyOf(own), ...more })
const signedResponse = (claims: SamlClaims) => signedBy(claims, { element: 'Response' })
const object = (content: string) => `<ds:Object xmlns:ds="${ds}">${content}</ds:Object>`
const into = (signature: string, content: string) =>
  signature.replace(/(<\/(?:ds:)?Signature>)$/, (end) => content + end)

const forgeries: [name: string, forge: Forge][] = [
  ['no signature', (claims) => responseOf(claims, assertionOf(claims))],
  ['a signature of another element', (claims) => signedBy(claims, { xpath: `//*[local-name(.)='Status']` })],
  ['a changed address', (claims) => honest(claims).replace(ada, `owner@${company.domain}`)],
  [
    'wrapping 1: the signed response inside the signature of another',
    (claims) => {
      const { signature, rest } = cut(signedResponse(claims))
      const forged = responseOf(evil(claims), assertionOf(evil(claims), '_evil'), '_evil_response')
      return forged.replace('</saml:Issuer>', `</saml:Issuer>${into(signature, rest)}`)
    },
  ],
  [
    'wrapping 2: the signed response beside a detached signature',
    (claims) => {
      const { signature, rest } = cut(signedResponse(claims))
      const forged = responseOf(evil(claims), assertionOf(evil(claims), '_evil'), '_evil_response')
      return forged.replace('</saml:Issuer>', `</saml:Issuer>${rest}${signature}`)
    },
  ],
  [
    'wrapping 3: another assertion before the signed one',
    (claims) => {
      const signed = honest(claims)
      return signed.replace('<saml:Assertion', `${assertionOf(evil(claims), '_evil')}<saml:Assertion`)
    },
  ],
  [
    'wrapping 4: the signed assertion inside another',
    (claims) => {
      const forged = assertionOf(evil(claims), '_evil')
      const wrapped = forged.replace('</saml:Assertion>', `${inside(honest(claims))}</saml:Assertion>`)
      return responseOf(claims, wrapped)
    },
  ],
  [
    'wrapping 5: the signature in another assertion, the signed one at the end',
    (claims) => {
      const { signature, rest } = cut(honest(claims))
      const forged = assertionOf(evil(claims), '_evil').replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature}`,
      )
      return responseOf(claims, forged + inside(rest))
    },
  ],
  [
    'wrapping 6: the signed assertion inside the signature of another',
    (claims) => {
      const { signature, rest } = cut(honest(claims))
      const wrapped = into(signature, inside(rest))
      return responseOf(
        claims,
        assertionOf(evil(claims), '_evil').replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`),
      )
    },
  ],
  [
    'wrapping 7: another assertion in the extensions',
    (claims) => {
      const extensions = `<samlp:Extensions>${assertionOf(evil(claims), '_assertion')}</samlp:Extensions>`
      return honest(claims).replace('<samlp:Status>', `${extensions}<samlp:Status>`)
    },
  ],
  [
    'wrapping 8: the signed assertion in an object of the signature',
    (claims) => {
      const { signature, rest } = cut(honest(claims))
      const wrapped = into(signature, object(inside(rest)))
      return responseOf(
        claims,
        assertionOf(evil(claims), '_assertion').replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`),
      )
    },
  ],
  ['another audience', (claims) => honest({ ...claims, audience: 'https://other.test' })],
  ['another recipient', (claims) => honest({ ...claims, recipient: 'https://other.test/acs' })],
  ['another destination', (claims) => honest({ ...claims, destination: 'https://other.test/acs' })],
  ['a time that is over', (claims) => honest({ ...claims, notBefore: -900, notOnOrAfter: -120 })],
  ['a time to come', (claims) => honest({ ...claims, notBefore: 900, notOnOrAfter: 1_800 })],
  ['another issuer', (claims) => honest({ ...claims, issuer: 'https://evil.test/metadata' })],
  ['another key', (claims) => signedBy(claims, { key: keyOf(other) })],
  ['another key, with its certificate', (claims) => signedBy(claims, other ?? { key: '' })],
  ['a comment in the name', (claims) => honest({ ...claims, email: `${ada}<!-- -->.evil.test` })],
  ['a comment added after the signature', (claims) => honest(claims).replace(ada, `${ada}<!-- -->`)],
  ['CDATA in the name', (claims) => honest({ ...claims, email: `<![CDATA[${ada}]]>` })],
  [
    'an external entity',
    (claims) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${honest(claims).replace('Success"', 'Success" a="&x;"')}`,
  ],
  [
    'entities that expand without end',
    (claims) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>${honest(claims)}`,
  ],
  [
    'an encrypted assertion that nobody can read',
    (claims) => {
      const nonsense = `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><x>AAAA</x></saml:EncryptedAssertion>`
      return signXml(responseOf(claims, nonsense), { key: keyOf(own), element: 'Response' })
    },
  ],
  ['no request that it answers', (claims) => honest({ ...claims, inResponseTo: undefined })],
  ['a request that nobody sent', (claims) => honest({ ...claims, inResponseTo: `_${'0'.repeat(64)}` })],
  [
    'a signature with SHA-1',
    (claims) =>
      signedBy(claims, {
        signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1',
      }),
  ],
  ['an address at a domain of nobody', (claims) => honest({ ...claims, email: 'ada@unproven.test' })],
  [
    "an address at another account's domain",
    (claims) => honest({ ...claims, email: `bob@${neighbor.domain}` }),
  ],
]

/** One of each kind is tried in `npm test`; the others vary it. */
const variants =
  /of another element|wrapping [12456]|destination|time to come|another key$|after the signature|CDATA|expand|encrypted|domain of nobody/

describe('a SAML answer is refused, and signs in nobody, with', () => {
  test.each(forgeries.filter(([name]) => !variants.test(name)))('%s', isRefused)
  test.each(forgeries.filter(([name]) => variants.test(name)))('%s', { tags: 'long' }, isRefused)

  async function isRefused(_name: string, forge: Forge): Promise<void> {
    const { browser, claims } = await started()
    const xml = forge(claims)
    expect((await post(browser, xml, claims.acs)).status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
  }

  test('another browser: an answer works only in the browser that asked', async () => {
    const [one, two] = [await started(), await started()]
    expect((await post(two.browser, honest(one.claims), one.claims.acs)).status).toBe(400)
    expect(await sessionIn(companies.running, two.browser)).toBeUndefined()
    // It wasn't used up there.
    expect((await post(one.browser, honest(one.claims), one.claims.acs)).status).toBe(200)
  })

  test('a second use', async () => {
    const { browser, claims } = await started()
    const cookie = browser.cookie(companies.running.url, 'provider') ?? ''
    const xml = honest(claims)
    expect((await post(browser, xml, claims.acs)).status).toBe(200)
    const { browser: again } = await started()
    again.plant(companies.running.url, `provider=${cookie}; Path=/`)
    expect((await post(again, xml, claims.acs)).status).toBe(400)
    expect(await sessionIn(companies.running, again)).toBeUndefined()
  })

  test("the address of another account's service, although the same provider signed it", async () => {
    const { browser, claims } = await started()
    const there = await started(neighbor)
    expect((await post(there.browser, honest(claims), there.claims.acs)).status).toBe(400)
    expect(await sessionIn(companies.running, there.browser)).toBeUndefined()
    const moved = { ...claims, acs: there.claims.acs, recipient: there.claims.acs }
    expect((await post(browser, honest(moved), there.claims.acs)).status).toBe(400)
    expect(await sessionIn(companies.running, browser)).toBeUndefined()
  })

  test.each(['', 'not base64!', 'AAAA', '<samlp:Response/>'])('no answer at all: %s', async (field) => {
    const { claims } = await started()
    const answer = await fetch(claims.acs, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: field }),
    })
    expect(answer.status).toBe(400)
  })
})

test('answers are charged to the network before they are read', { tags: 'long' }, async () => {
  const { running, open } = await startCompanies(
    { RATE_LIMITS: 'on' },
    { limitsClock: () => 0, limitsDivisor: 10 },
  )
  const limited = await open()
  const entered = { entity: samlEntityId, url: 'https://idp.test/sso', certificates: own?.certificate ?? '' }
  await limited.press('saml', entered)
  const { location } = await startAt(running, limited)
  const entity = `${running.url}${limited.start}`
  const email = limited.owner.email
  const [acs, inResponseTo] = [`${entity}/acs`, requestIdOf(location)]
  const xml = honest({ email, acs, audience: entity, inResponseTo })
  const answer = () =>
    fetch(acs, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }),
      redirect: 'manual',
    })
  expect((await answer()).status).toBe(303)
  // Nothing recovers, and starting with an unknown provider is the cheapest way to use the allowance up.
  const start = `${running.url}/sign-in/provider/${'0'.repeat(24)}`
  const most = limitTable.providerStarts.burst / 10
  await Promise.all(Array.from({ length: most }, () => fetch(start)))
  expect((await answer()).status).toBe(429)
})
