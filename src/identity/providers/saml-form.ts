/**
 * Whether a SAML response has the one form that we accept, before anything parses it: one response with one assertion,
 * neither encrypted, signed with SHA-2 over canonical XML, and nothing that parsers understand differently. There is no
 * declaration of a document type, no comment, no CDATA and no processing instruction, so every `<` begins an element, and
 * elements can be counted in the text. Wrapped signatures need a second assertion or an `Object`; entities need a
 * document type; and a comment is what cuts a name in two.
 */
export function hasAcceptedForm(xml: string): boolean {
  const body = xml.replace(declaration, '').trim()
  if (/<[!?]/.test(body)) return false
  const names = [...body.matchAll(/<(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(?=[\s/>])/g)].map(
    ([, name]) => name ?? '',
  )
  const openings = body.match(/<(?!\/)/g)?.length ?? 0
  // Nothing stands before the first tag, and each is whole: with names of ASCII, as they are counted here, and with
  // quotes around every value, as algorithms and IDs are looked for here.
  if (!body.startsWith('<') || body.replace(wholeTag, '').includes('<')) return false
  if (names.length !== openings || names[0] !== 'Response') return false
  const count = (name: string) => names.filter((one) => one === name).length
  if (count('Response') !== 1 || count('Assertion') !== 1) return false
  if (refusedElements.some((name) => count(name) > 0)) return false
  const signatures = count('Signature')
  if (signatures < 1 || signatures > 2 || count('Reference') !== signatures) return false
  const algorithms = [...body.matchAll(/\bAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)]
  if (!algorithms.every(([, double, single]) => acceptedAlgorithms.has(double ?? single ?? ''))) return false
  const ids = [...body.matchAll(/\s(?:xml:)?id\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
    ([, double, single]) => double ?? single ?? '',
  )
  return new Set(ids).size === ids.length
}

const declaration = /^\uFEFF?<\?xml [^<>?]*\?>/

const wholeTag =
  /<\/(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*\s*>|<(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*(?:\s+(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/g

const refusedElements = [
  ...['EncryptedAssertion', 'EncryptedID', 'EncryptedAttribute', 'EncryptedData'],
  ...['Object', 'Manifest', 'Extensions', 'Advice', 'LogoutResponse', 'LogoutRequest'],
]

const acceptedAlgorithms = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  ...['sha256', 'sha512'].map((name) => `http://www.w3.org/2001/04/xmlenc#${name}`),
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  ...['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'].map(
    (name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
  ),
])

/** The XML of the posted field. Undefined if it is too long, no Base64 or no UTF-8. */
export function decodeResponse(field: string): string | undefined {
  const compact = field.replace(/\s/g, '')
  if (compact.length > maxCharacters || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    return undefined
  }
}

const maxCharacters = 200_000

/** An attribute of the first element. */
export function rootAttribute(xml: string, name: string): string | undefined {
  const body = xml.replace(declaration, '')
  const root = body.slice(0, body.indexOf('>') + 1)
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root)
  return found?.[1] ?? found?.[2]
}
