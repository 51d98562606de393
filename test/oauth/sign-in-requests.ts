import type { TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'

/** What a browser holds while somebody signs in: its cookies, each by its name. */
export type CookieJar = Map<string, string>

export type SignInAnswer = { status: number; text: string; headers: Headers; location: string | null }

/** Sends a request as a browser that keeps cookies and follows no redirect. */
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

/** Asks for a code as the form does, and reads it in the letter; the jar then holds the attempt. */
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

/** Signs somebody in; the jar then holds the session. */
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

/** Whether this browser is signed in, as far as the service is concerned. */
export async function isSignedIn({ url }: TestService, jar: CookieJar): Promise<boolean> {
  return (await sendWithJar(`${url}/passkeys`, { jar })).status === 200
}

/** Another code than this one. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}
