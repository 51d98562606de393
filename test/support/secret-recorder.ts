import { formsOf } from './forms.ts'

/** Every secret that a service sent to this process over HTTP, by kind. */
export type SecretRecorder = {
  secrets: Map<string, Set<string>>
  /** Six-digit codes from emails, which are too short to search for without their context. */
  codes: Set<string>
  /** Adds a secret that no answer shows, such as a link that was read elsewhere. */
  record: (kind: string, secret: string) => void
  stop: () => void
}

/**
 * Reads every answer of `fetch` from now on: cookies, redirects, JSON, emails and hidden fields. Anything that proves
 * possession is a secret, whatever its name.
 */
export function startSecretRecorder(): SecretRecorder {
  const secrets = new Map<string, Set<string>>()
  const codes = new Set<string>()
  const original = globalThis.fetch
  const record = (kind: string, secret: string) => {
    if (secret.length < 16) return
    const known = secrets.get(kind) ?? new Set()
    secrets.set(kind, known.add(secret))
  }

  globalThis.fetch = async (...request) => {
    const answer = await original(...request)
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      record(`cookie ${name}`, value)
    }
    const location = answer.headers.get('location')
    if (location) noteAddress(new URL(location, answer.url))
    noteText(await answer.clone().text(), new URL(answer.url).pathname)
    return answer
  }

  function noteAddress(address: URL): void {
    for (const name of ['code', 'access_token']) record(name, address.searchParams.get(name) ?? '')
    const [, link = ''] = /\/t\/([^/?#]+)/.exec(address.pathname) ?? []
    record('link', link.slice(link.indexOf('tmb_')))
  }

  function noteText(text: string, path: string): void {
    for (const form of formsOf(text)) {
      for (const { kind, name, value } of form.fields) {
        // Ids of accounts and grants are 24 hex characters and not secret.
        if (kind === 'hidden' && !/^[0-9a-f]{24}$/.test(value)) record(`field ${name}`, value)
      }
    }
    const json = read(text)
    if (json === undefined) return
    noteFields(json)
    if (path === '/dev/mailbox.json') noteLetters(json as { text: string; links: string[] }[])
  }

  function noteFields(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') noteFields(inner)
      else if (secretFields.has(name)) record(name, inner)
      else if (name === 'link') noteAddress(new URL(inner))
    }
  }

  function noteLetters(letters: { text: string; links: string[] }[]): void {
    for (const { text, links } of letters) {
      for (const link of links) noteAddress(new URL(link))
      const code = /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0]
      if (code) codes.add(code)
    }
  }

  const stop = () => {
    globalThis.fetch = original
  }
  return { secrets, codes, record, stop }
}

const secretFields = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'clientSecret',
  'registration_access_token',
  'secret',
])

/** The encodings in which a secret could be stored or logged and still be usable. */
export function secretEncodings(secret: string): string[] {
  const parts = secret.startsWith('eyJ') ? [secret.split('.')[2] ?? ''] : [secret.replace(/^tmb_[a-z]+_/, '')]
  return parts
    .filter((part) => part.length >= 16)
    .flatMap((part) => [
      part,
      decodeURIComponent(part),
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      Buffer.from(part).toString('hex'),
      Buffer.from(part, 'base64url').toString('hex'),
    ])
    .filter((form) => form.length >= 16)
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
