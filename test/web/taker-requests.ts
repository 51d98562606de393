import { newPublicId } from '../../src/platform/ids.ts'
import type { TestAccount, TestService } from '../support/service.ts'

/** Creates a person, sends the email and reads the link from it. */
export async function inviteTestPerson(
  { service, url }: TestService,
  account: TestAccount,
  fields: object = {},
): Promise<{ profileId: string; email: string; link: string }> {
  const email = `${newPublicId()}@test.test`
  const { body } = await account.call('POST', '/profile', { email, ...fields })
  const profileId: string = body.profile.id
  await account.call('POST', `/profile/${profileId}/invite/email`)
  await service.drainOutbox()
  const messages = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as {
    links: string[]
  }[]
  const link = messages[0]?.links.find((one) => one.includes('/t/'))
  if (!link) throw new Error('No letter came.')
  return { profileId, email, link }
}

/** Submits a link's page. */
export function followLink(link: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(link, { method: 'POST', redirect: 'manual', headers })
}

/** Requests a new link. */
export function requestNewLink(link: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ again: '1' }) })
}

/** The cookie that an answer sets, as a browser returns it. */
export function cookieOf(answer: Response): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Sends answers and times as the page's script does. */
export function saveAnswers(
  url: string,
  cookie: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/take/answers`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

/** A new public link of this account. */
export async function createShareLink(
  account: TestAccount,
  body: object = { customId: newPublicId() },
): Promise<string> {
  return (await account.call('POST', '/assessment-invite', body)).body.link
}

/** Submits a public link's form. */
export function startShared(
  link: string,
  fields: Record<string, string> = { firstName: 'Ada' },
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers })
}

/** A public link's status and page, without the parts that differ each time. */
export async function pageOf(answer: Response): Promise<string> {
  const text = await answer.text()
  return `${answer.status} ${text.replace(/\/t\/[^"]*/g, '').replace(/name="once" value="[^"]*"/, '')}`
}

/** Whether a page contains this text. Returns a boolean, because a failing page is too long to print. */
export async function expectText(answer: Response, words: string): Promise<boolean> {
  return (await answer.text()).includes(words)
}
