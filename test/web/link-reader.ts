import { expect } from 'vitest'
import { callAs, type Json, signIn, type TestAccount, type TestService } from '../support/service.ts'
import { cookieOf, followLink } from './taker-requests.ts'

/** What the holder of an address or a link gets to read. */
export type LinkReader = {
  mail: (to: string) => Promise<Json[]>
  /** Invites by email or text message, and opens the link. Returns the session's cookie. */
  openAs: (call: TestAccount['call'], profileId: string, to: string) => Promise<string>
  page: (path: string, cookie: string) => Promise<{ status: number; to: string | null; text: string }>
  /** What the person behind a session can download. */
  own: (cookie: string) => Promise<Json>
  /** Makes the person's own link to their results. Undefined if the page makes none. */
  shareOwn: (cookie: string) => Promise<string | undefined>
  /** A page that needs no session. */
  open: (url: string) => Promise<{ status: number; text: string }>
}

export function linkReader({ service, url }: TestService): LinkReader {
  const mail = async (to: string) => {
    await service.drainOutbox()
    return (await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()
  }
  const page: LinkReader['page'] = async (path, cookie) => {
    const answer = await fetch(url + path, { headers: { cookie }, redirect: 'manual' })
    return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
  }
  return {
    mail,
    page,
    async openAs(call, profileId, to) {
      const channel = to.includes('@') ? 'email' : 'sms'
      const invited = await call('POST', `/profile/${profileId}/invite/${channel}`)
      expect(invited.status, invited.text).toBe(204)
      const [letter] = await mail(to)
      return cookieOf(await followLink(letter?.links.find((link: string) => link.includes('/t/'))))
    },
    own: async (cookie) => JSON.parse((await page('/take/results.json', cookie)).text),
    async shareOwn(cookie) {
      const answer = await fetch(`${url}/take/results/link`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
      })
      return /http:[^<"]*\/r\/tmb_report_[\w-]+/.exec(await answer.text())?.[0]
    },
    async open(address) {
      const answer = await fetch(address, { redirect: 'manual' })
      return { status: answer.status, text: await answer.text() }
    },
  }
}

/** The same account with a token that may write and not read. */
export async function writerOf(running: TestService, account: TestAccount): Promise<TestAccount['call']> {
  return callAs(running.baseUrl, await signIn(running.baseUrl, account, 'profiles:write'))
}

/** The assessments with answers. */
export function answered({ answers }: Json): string[] {
  return Object.keys(answers)
    .filter((assessment) => answers[assessment].length > 0)
    .sort()
}
