import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** A key with a self-signed certificate, as SAML providers have them. */
export type SigningCertificate = { key: string; certificate: string }

export function newCertificate(): SigningCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-saml-'))
  const at = (name: string) => join(folder, name)
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=idp.test'],
        ...['-keyout', at('key.pem'), '-out', at('cert.pem')],
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(at('key.pem'), 'utf8'), certificate: readFileSync(at('cert.pem'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const samlEntityId = 'https://idp.test/metadata'

/** What a response says. Undefined leaves a part out. */
export type SamlClaims = {
  email: string
  acs: string
  audience: string
  inResponseTo: string | undefined
  recipient?: string | undefined
  destination?: string | undefined
  issuer?: string
  name?: string
  /** Seconds from now. */
  notBefore?: number
  notOnOrAfter?: number
}

const iso = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z')
const attribute = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${value}"`

/** An unsigned assertion. */
export function assertionOf(claims: SamlClaims, id = '_assertion'): string {
  const { email, acs, audience, inResponseTo, recipient = acs, issuer = samlEntityId } = claims
  const { notBefore = -30, notOnOrAfter = 120, name } = claims
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${iso(0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${email}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData` +
    `${attribute('Recipient', recipient)}${attribute('InResponseTo', inResponseTo)} NotOnOrAfter="${iso(notOnOrAfter)}"/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${iso(notBefore)}" NotOnOrAfter="${iso(notOnOrAfter)}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${iso(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    (name === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>${name}` +
        `</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`) +
    `</saml:Assertion>`
  )
}

/** A response with this content. */
export function responseOf(claims: SamlClaims, content: string, id = '_response'): string {
  const { acs, destination = acs, inResponseTo, issuer = samlEntityId } = claims
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${iso(0)}"` +
    `${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`
  )
}

type SignOptions = {
  key: string
  /** Added to the signature, as providers do. */
  certificate?: string
  /** The local name of the signed element, which gets the signature after its issuer. */
  element?: 'Assertion' | 'Response'
  /** Another element to sign, by XPath; the signature stays in its place. */
  xpath?: string
  signatureAlgorithm?: string
  digestAlgorithm?: string
}

export function signXml(xml: string, options: SignOptions): string {
  const { key, element = 'Assertion' } = options
  const signed = new SignedXml({
    privateKey: key,
    ...(options.certificate && { publicCert: options.certificate }),
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    signatureAlgorithm: options.signatureAlgorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  })
  signed.addReference({
    xpath: options.xpath ?? `//*[local-name(.)='${element}']`,
    digestAlgorithm: options.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  })
  const reference = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`
  signed.computeSignature(xml, { location: { reference, action: 'after' } })
  return signed.getSignedXml()
}

/** The ID of the request in the address that a browser was sent to. */
export function requestIdOf(location: URL): string {
  const request = inflateRawSync(
    Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString()
  return /\sID="([^"]+)"/.exec(request)?.[1] ?? ''
}
