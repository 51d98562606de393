import { createHash, X509Certificate } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { PublicId, Timestamp } from '../../contract/shapes.ts'

/**
 * The ID of an account's provider, in the addresses that the provider calls: always the same, so that they can be entered
 * at the provider first. It doesn't lead back to the account.
 */
export function providerIdOf(accountId: string): string {
  return createHash('sha256').update(`identity provider of ${accountId}`).digest('hex').slice(0, 24)
}

/** Maximum number of domains of an account. */
export const maxDomains = 20

/** A provider as it is stored. The secret of an OpenID client stays sealed. */
export type ProviderRow = {
  id: string
  protocol: 'oidc' | 'saml'
  issuer: string
  clientId: string | null
  clientSecretSealed: Buffer | null
  signInUrl: string | null
  certificates: string[]
  trustsAddresses: boolean
  joinRole: 'manager' | 'user' | null
  createdAt: string
  changedAt: string
  usedAt: string | null
}

export type DomainRow = {
  domain: string
  proof: string
  createdAt: string
  provenAt: string | null
  /** Since when the record is gone. */
  missingSince: string | null
  required: boolean
}

/** Where an account publishes the proof of a domain, and what. */
export function recordOf({ domain, proof }: Pick<DomainRow, 'domain' | 'proof'>) {
  return { name: `_timbre.${domain}`, value: `timbre-domain=${proof}` }
}

export const DomainName = z
  .string()
  .max(253, 'is too long')
  .transform((text, context) => {
    const domain = domainToASCII(text.normalize('NFC').trim().toLowerCase().replace(/^@/, ''))
    if (domain.length <= 253 && domainName.test(domain)) return domain
    context.addIssue({ code: 'custom', message: 'is not a domain such as example.com' })
    return z.NEVER
  })

const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

const JoinRole = z.enum(['manager', 'user']).nullable()

/** Of a provider's own pages: without a fragment, and without a name and password. */
const ProviderUrl = z
  .string()
  .max(1_000, 'is too long')
  .refine((text) => isProviderUrl(text), 'is not an https address')

function isProviderUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '' && hash === ''
}

/** What an owner enters for OpenID Connect. Without a secret the stored one stays. */
export const OidcInput = z.strictObject({
  issuer: ProviderUrl,
  clientId: z.string().trim().min(1, 'is missing').max(500, 'is too long'),
  clientSecret: z.string().trim().max(1_000, 'is too long').optional(),
  trustsAddresses: z.boolean(),
  joinRole: JoinRole,
})

/** What an owner enters for SAML 2.0. */
export const SamlInput = z.strictObject({
  entityId: z.string().trim().min(1, 'is missing').max(1_000, 'is too long'),
  signInUrl: ProviderUrl,
  certificates: z
    .string()
    .max(20_000, 'is too long')
    .transform((text, context) => {
      const certificates = readCertificates(text)
      if (certificates) return certificates
      context.addIssue({
        code: 'custom',
        message: 'are not one to three certificates (RSA from 2048 bits, or EC)',
      })
      return z.NEVER
    }),
  joinRole: JoinRole,
})

/** PEM certificates, or one in plain Base64 as metadata has it. Undefined unless all can be used. */
function readCertificates(text: string): string[] | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  const bare = text.replace(/\s/g, '')
  const pems = blocks ?? [`-----BEGIN CERTIFICATE-----\n${bare}\n-----END CERTIFICATE-----`]
  if (pems.length > 3) return undefined
  try {
    const certificates = pems.map((pem) => new X509Certificate(pem))
    const areStrong = certificates.every(({ publicKey }) => {
      const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {}
      return publicKey.asymmetricKeyType === 'rsa'
        ? modulusLength >= 2_048
        : publicKey.asymmetricKeyType === 'ec'
    })
    return areStrong ? certificates.map((one) => one.toString()) : undefined
  } catch {
    return undefined
  }
}

/** How members of the account sign in, as its owners see it. */
export const CompanySignIn = z.strictObject({
  /** In the addresses that the provider calls. */
  providerId: PublicId,
  provider: z
    .strictObject({
      protocol: z.enum(['oidc', 'saml']),
      issuer: z.string(),
      clientId: z.string().nullable(),
      signInUrl: z.string().nullable(),
      certificates: z.array(z.strictObject({ subject: z.string(), expiresAt: Timestamp })),
      trustsAddresses: z.boolean(),
      joinRole: JoinRole,
      usedAt: Timestamp.nullable(),
    })
    .nullable(),
  domains: z.array(
    z.strictObject({
      domain: z.string(),
      recordName: z.string(),
      recordValue: z.string(),
      provenAt: Timestamp.nullable(),
      required: z.boolean(),
    }),
  ),
})
export type CompanySignIn = z.output<typeof CompanySignIn>

export function toSettings(
  accountId: string,
  provider: ProviderRow | undefined,
  domains: readonly DomainRow[],
): CompanySignIn {
  return {
    providerId: providerIdOf(accountId),
    provider: provider ? toProviderView(provider) : null,
    domains: domains.map((row) => ({
      domain: row.domain,
      recordName: recordOf(row).name,
      recordValue: recordOf(row).value,
      provenAt: row.provenAt,
      required: row.required,
    })),
  }
}

function toProviderView(row: ProviderRow): NonNullable<CompanySignIn['provider']> {
  const { protocol, issuer, clientId, signInUrl, trustsAddresses, joinRole, usedAt } = row
  return {
    ...{ protocol, issuer, clientId, signInUrl, trustsAddresses, joinRole, usedAt },
    certificates: row.certificates.map((pem) => {
      const { subject, validTo } = new X509Certificate(pem)
      return { subject: subject ?? '', expiresAt: new Date(validTo).toISOString() }
    }),
  }
}
