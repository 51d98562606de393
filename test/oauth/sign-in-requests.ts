import type { TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'

/** A browser's cookies during sign-in, by name. */
export type CookieJar = Map<string, string>

export type SignInAnswer = { status: number; text: string; headers: Headers; location: string | null }

/** Sends a request with cookies, without following redirects. */
export async function sendWithJar(
  address: string,
  { jar, ...init }: RequestInit & { jar?: CookieJar | undefined } = {},
): Promise<SignInAnswer> {
  const headers = new Headers(init.headers)
  if (jar && jar.size > 0)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  const answer = await fetch(address, { ...init, headers, redirect: 'manual' })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') jar?.delete(name)
    else jar?.set(name, value)
  }
  const { status } = answer
  return {
    status,
    text: await answer.text(),
    headers: answer.headers,
    location: answer.headers.get('location'),
  }
}

export function sendForm(
  address: string,
  fields: Record<string, string>,
  jar?: CookieJar,
): Promise<SignInAnswer> {
  return sendWithJar(address, { method: 'POST', body: new URLSearchParams(fields), jar })
}

/** Requests a code as the form does, and reads it from the email; the jar then holds the attempt. */
export async function requestCode(
  { service, url }: TestService,
  email: string,
  jar: CookieJar,
): Promise<string> {
  await sendForm(`${url}/sign-in`, { email }, jar)
  await service.drainOutbox()
  const letters = await mailboxMessages(url, email)
  const [code] = letters.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  if (!code) throw new Error(`No letter with a code came for ${email}.`)
  return code
}

/** Signs a person in; the jar then holds the session. */
export async function signInByEmail(
  running: TestService,
  email: string,
  jar: CookieJar = new Map(),
): Promise<CookieJar> {
  const code = await requestCode(running, email, jar)
  const { status } = await sendForm(`${running.url}/sign-in`, { code }, jar)
  if (status !== 303) throw new Error(`The code was answered with ${status}.`)
  return jar
}

/** Whether the service considers this browser signed in. */
export async function isSignedIn({ url }: TestService, jar: CookieJar): Promise<boolean> {
  return (await sendWithJar(`${url}/passkeys`, { jar })).status === 200
}

/** A different code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
