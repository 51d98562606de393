import type { SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import { type ProviderRefusal, readAddress, readName, type VouchedPerson } from './claims.ts'
import { decodeResponse, hasAcceptedForm, rootAttribute } from './saml-form.ts'

/** An account's SAML identity provider, and our names there. */
export type SamlProvider = {
  entityId: string
  signInUrl: string
  certificates: readonly string[]
  /** Our assertion consumer service. */
  acsUrl: string
  /** Our own entity ID, which assertions must name as their audience. */
  ownEntityId: string
}

/** What an accepted response says, and the request that it answers. */
export type SamlAnswer = VouchedPerson & { inResponseTo: string }

/** Where the browser is sent with a request. `again` asks the provider to authenticate the person again. */
export async function samlRequestUrl(
  provider: SamlProvider,
  requestId: string,
  again: boolean,
): Promise<URL> {
  const saml = await libraryFor(provider, { generateUniqueId: () => requestId, forceAuthn: again })
  return new URL(await saml.getAuthorizeUrlAsync('', undefined, {}))
}

/**
 * Checks a posted response. The library verifies the signature and reads only what is signed; the form before it, and
 * what the library leaves to its callers, is checked here: issuer, recipient, destination, and that it answers a request
 * at all. Which request, and in which browser, is checked by the caller.
 */
export async function readSamlResponse(
  provider: SamlProvider,
  field: string,
  now: Date,
): Promise<SamlAnswer | ProviderRefusal> {
  const xml = decodeResponse(field)
  if (xml === undefined || !hasAcceptedForm(xml)) return { refused: 'form' }
  const destination = rootAttribute(xml, 'Destination')
  if (destination !== undefined && destination !== provider.acsUrl) return { refused: 'destination' }
  const saml = await libraryFor(provider)
  const validated = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch(() => undefined)
  const { profile } = validated ?? {}
  const parsed = Assertion.safeParse(profile?.getAssertion?.())
  if (!profile || !parsed.success) return { refused: 'signature' }
  const { Assertion: assertion } = parsed.data
  if (assertion.Issuer[0]._ !== provider.entityId) return { refused: 'issuer' }
  const subject = assertion.Subject[0]
  const data = subject.SubjectConfirmation.filter(({ $ }) => $.Method === bearer).map(
    ({ SubjectConfirmationData }) => SubjectConfirmationData[0].$,
  )
  const confirmed = data.find(({ Recipient }) => Recipient === provider.acsUrl)
  if (!confirmed) return { refused: 'recipient' }
  const ends = [confirmed.NotOnOrAfter, assertion.Conditions[0].$.NotOnOrAfter]
  if (!ends.every((end) => now.getTime() - skewMilliseconds < Date.parse(end))) return { refused: 'expired' }
  const { InResponseTo: inResponseTo } = confirmed
  if (rootAttribute(xml, 'InResponseTo') !== inResponseTo) return { refused: 'request' }
  return vouchedBy(subject.NameID?.[0]._, (profile.attributes ?? {}) as Record<string, unknown>, inResponseTo)
}

const skewMilliseconds = 60_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

const one = <T extends z.ZodType>(shape: T) => z.tuple([shape])
const text = one(z.object({ _: z.string() }))

/** The parts of an assertion that must be there, as the library's parser shows them. */
const Assertion = z.object({
  Assertion: z.object({
    Issuer: text,
    Subject: one(
      z.object({
        NameID: text.optional(),
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: one(
              z.object({
                $: z.object({
                  Recipient: z.string(),
                  InResponseTo: z.string().min(1),
                  NotOnOrAfter: z.string(),
                }),
              }),
            ),
          }),
        ),
      }),
    ),
    Conditions: one(z.object({ $: z.object({ NotOnOrAfter: z.string() }) })),
    AuthnStatement: z.array(z.unknown()).min(1),
  }),
})

/** The library is loaded with the first use: most installations have no account with a SAML provider. */
async function libraryFor(
  { entityId, signInUrl, certificates, acsUrl, ownEntityId }: SamlProvider,
  more: { generateUniqueId?: () => string; forceAuthn?: boolean } = {},
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    callbackUrl: acsUrl,
    entryPoint: signInUrl,
    issuer: ownEntityId,
    audience: ownEntityId,
    idpIssuer: entityId,
    idpCert: [...certificates],
    // The response or the assertion: providers differ, and only what is signed is read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    // Requests aren't stored: the caller compares the ID with the attempt of the browser.
    cacheProvider: anyRequest,
    acceptedClockSkewMs: skewMilliseconds,
    disableRequestedAuthnContext: true,
    identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    ...more,
  })
}

const anyRequest = {
  saveAsync: async () => null,
  getAsync: async () => '9999-12-31T00:00:00Z',
  removeAsync: async () => null,
}

/** Where providers put the address: by name, by OID, or as Microsoft names it. The subject's name comes last. */
const addressAttributes = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const nameAttributes = [
  'displayName',
  'name',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

function vouchedBy(
  nameId: string | undefined,
  attributes: Readonly<Record<string, unknown>>,
  inResponseTo: string,
): SamlAnswer | ProviderRefusal {
  const named = addressAttributes.map((name) => attributes[name]).find((value) => value !== undefined)
  const email = readAddress(named ?? nameId)
  if (email === undefined) return { refused: 'no_email' }
  return { email, name: readName(...nameAttributes.map((name) => attributes[name])), inResponseTo }
}
