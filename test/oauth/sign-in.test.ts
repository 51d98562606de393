import { beforeAll, describe, expect, test } from 'vitest'
import { newPublicId } from '../../src/platform/ids.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { mailboxMessages } from '../support/signing-in.ts'
import {
  type CookieJar,
  isSignedIn,
  requestCode,
  sendForm,
  sendWithJar,
  signInByEmail,
  wrongCode,
} from './sign-in-requests.ts'

let running: TestService
let late = 0
const clock = () => new Date(Date.now() + late)
beforeAll(async () => {
  running = await startTestService({}, { clock })
})

/** A new person who is the owner of a new account. */
async function somebody(): Promise<string> {
  const email = `${newPublicId()}@test.test`
  await running.account({ owner: email })
  return email
}

const nobody = () => `${newPublicId()}@nowhere.test`
const page = () => `${running.url}/sign-in`

describe('an unknown address', () => {
  test('gets the same response as a member: status, headers and page', async () => {
    const [member, stranger] = [await somebody(), nobody()]
    const answers = await Promise.all([member, stranger].map((email) => sendForm(page(), { email })))
    const [one, other] = answers.map(({ status, text, headers }, index) => ({
      status,
      text: text.replaceAll([member, stranger][index] as string, 'EMAIL'),
      headers: [...headers.keys()].filter((name) => name !== 'content-length'),
      // Two requests can be in different seconds.
      cookie: headers
        .get('set-cookie')
        ?.replace(/=[^;]+/, '')
        .replace(/Expires=[^;]+/, 'Expires'),
    }))
    expect(other).toEqual(one)
    const [ends, otherEnds] = answers.map(({ headers }) =>
      Date.parse(/Expires=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''),
    ) as [number, number]
    expect(Math.abs(ends - otherEnds)).toBeLessThan(60_000)
    expect(one?.status).toBe(200)
    expect(one?.text).toContain('name="code"')
  })

  test('gets no email, and a wrong code returns the same as for a member', async () => {
    const [member, stranger] = [await somebody(), nobody()]
    const pages: string[] = []
    for (const email of [member, stranger]) {
      const jar: CookieJar = new Map()
      await sendForm(page(), { email }, jar)
      const { status, text } = await sendForm(page(), { code: '000000' }, jar)
      pages.push(`${status} ${text.replaceAll(email, 'EMAIL')}`)
    }
    await running.service.drainOutbox()
    expect(await mailboxMessages(running.url, member)).toHaveLength(1)
    expect(await mailboxMessages(running.url, stranger)).toHaveLength(0)
    expect(pages[1]).toBe(pages[0])
    expect(pages[0]).toMatch(/^400 /)
  })
})

describe('a code', () => {
  test("303 once: opens a session, and can't be used again", async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const attempt = new Map(jar)
    const first = await sendForm(`${page()}?continue=members`, { code }, jar)
    expect(first).toMatchObject({ status: 303, location: '/members' })
    expect(await isSignedIn(running, jar)).toBe(true)
    expect(jar.has('sign-in')).toBe(false)
    const again = await sendForm(page(), { code }, attempt)
    expect(again.status).toBe(400)
    expect(again.text).toContain('no longer works')
    expect(attempt.has('person')).toBe(false)
  })

  test('opens one session for simultaneous attempts', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const tries = await Promise.all(Array.from({ length: 8 }, () => sendForm(page(), { code }, new Map(jar))))
    expect(tries.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(400)])
    const sessions = await running.db.admin(
      'select from person_session join person on person.id = person_id where email = $1',
      [email],
    )
    expect(sessions).toHaveLength(1)
  })

  test('400 in another browser', async () => {
    const email = await somebody()
    const [mine, theirs]: [CookieJar, CookieJar] = [new Map(), new Map()]
    const code = await requestCode(running, email, mine)
    await sendForm(page(), { email }, theirs)
    expect((await sendForm(page(), { code }, theirs)).status).toBe(400)
    expect((await sendForm(page(), { code }, new Map())).status).toBe(400)
    expect(theirs.has('person')).toBe(false)
    expect((await sendForm(page(), { code }, mine)).status).toBe(303)
  })

  test('400 after ten minutes', async () => {
    const email = await somebody()
    const [soon, tooLate]: [CookieJar, CookieJar] = [new Map(), new Map()]
    const codes = [
      await requestCode(running, email, soon),
      await requestCode(running, email, tooLate),
    ] as const
    try {
      late = 9.5 * 60_000
      expect((await sendForm(page(), { code: codes[0] }, soon)).status).toBe(303)
      late = 10.1 * 60_000
      const answer = await sendForm(page(), { code: codes[1] }, tooLate)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('no longer works')
    } finally {
      late = 0
    }
  })

  test('400 after five attempts; the page shows how many are left', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const said: string[] = []
    for (let n = 0; n < 5; n += 1) said.push((await sendForm(page(), { code: wrongCode(code) }, jar)).text)
    expect(said[0]).toContain('You have 4 tries left')
    expect(said[3]).toContain('You have one try left')
    expect(said[4]).toContain('Send a new one')
    expect((await sendForm(page(), { code }, jar)).status).toBe(400)
  })

  test('is checked at most five times with simultaneous attempts', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const guesses = Array.from({ length: 12 }, () =>
      sendForm(page(), { code: wrongCode(code) }, new Map(jar)),
    )
    const left = (await Promise.all(guesses)).filter(({ text }) => text.includes('left.'))
    expect(left).toHaveLength(4)
  })

  test('can be typed with a space, and malformed input uses no attempt', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    for (let n = 0; n < 6; n += 1) {
      const { status, text } = await sendForm(page(), { code: '12345' }, jar)
      expect([status, text.includes('Enter the six digits')]).toEqual([400, true])
    }
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)} `
    expect((await sendForm(page(), { code: typed }, jar)).status).toBe(303)
  })

  test('400 for a former member', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    await running.db.admin('delete from member where email = $1', [email])
    expect((await sendForm(page(), { code }, jar)).status).toBe(400)
    expect(await running.db.admin('select from person where email = $1', [email])).toEqual([])
  })
})

describe('a session', () => {
  test('has a new id at each sign-in, and the previous one in the same browser ends', async () => {
    const email = await somebody()
    const jar = await signInByEmail(running, email)
    const former = new Map(jar)
    await signInByEmail(running, email, jar)
    expect(jar.get('person')).not.toBe(former.get('person'))
    expect(await isSignedIn(running, former)).toBe(false)
    expect(await isSignedIn(running, jar)).toBe(true)
  })

  test('never uses an id that the browser sent', async () => {
    const planted = `tmb_person_${'A'.repeat(43)}`
    const jar: CookieJar = new Map([['person', planted]])
    await signInByEmail(running, await somebody(), jar)
    expect(jar.get('person')).not.toBe(planted)
    expect(await isSignedIn(running, new Map([['person', planted]]))).toBe(false)
  })

  test('has secure cookie attributes', async () => {
    const jar: CookieJar = new Map()
    const code = await requestCode(running, await somebody(), jar)
    const { headers } = await sendForm(page(), { code }, jar)
    expect(headers.getSetCookie()[0]).toMatch(
      /^person=tmb_person_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/,
    )
  })
})

describe('prefetching the page, as mail scanners and browsers do,', () => {
  test('200 for GET and HEAD, changes nothing, and the code stays valid', async () => {
    const email = await somebody()
    const jar: CookieJar = new Map()
    const code = await requestCode(running, email, jar)
    const before = await rows(email)
    for (const method of ['GET', 'HEAD', 'GET']) {
      const address = `${page()}?continue=apps&email=${email}&code=${code}`
      const { status, headers } = await sendWithJar(address, { method, jar: new Map(jar) })
      expect([status, headers.get('set-cookie')]).toEqual([200, null])
    }
    expect(await rows(email)).toEqual(before)
    expect((await sendForm(page(), { code }, jar)).status).toBe(303)
  })

  const rows = (email: string) =>
    running.db.admin(
      'select encode(attempt_hash, $2) as id, tries, used_at from sign_in_code where email = $1',
      [email, 'hex'],
    )
})

describe('the sign-in page', () => {
  test.each(['https://evil.test', '//evil.test', '/\\evil.test', 'apps/../x', 'a%0d%0ab', ''])(
    'never redirects elsewhere: continue=%s',
    async (word) => {
      const jar: CookieJar = new Map()
      const code = await requestCode(running, await somebody(), jar)
      const answer = await sendForm(`${page()}?continue=${encodeURIComponent(word)}`, { code }, jar)
      expect(answer).toMatchObject({ status: 303, location: '/people' })
      const again = await sendWithJar(`${page()}?continue=${encodeURIComponent(word)}`, { jar })
      expect(again).toMatchObject({ status: 303, location: '/people' })
    },
  )

  test('opened by itself leads to the dashboard, also if the person is signed in already', async () => {
    const jar: CookieJar = new Map()
    expect((await sendWithJar(page(), { jar })).status).toBe(200)
    const code = await requestCode(running, await somebody(), jar)
    expect(await sendForm(page(), { code }, jar)).toMatchObject({ status: 303, location: '/people' })
    expect(await sendWithJar(page(), { jar })).toMatchObject({ status: 303, location: '/people' })
    for (const query of [
      'continue=passkeys',
      'continue=abc_-123',
      'continue=members&again=1',
      'again=passkey',
    ])
      expect((await sendWithJar(`${page()}?${query}`, { jar })).status, query).toBe(200)
  })

  test('continues the request of an app', async () => {
    const jar: CookieJar = new Map()
    const code = await requestCode(running, await somebody(), jar)
    const answer = await sendForm(`${page()}?continue=abc_-123`, { code }, jar)
    expect(answer.location).toBe('/oauth/interaction/abc_-123')
  })

  test('403 for the form of another site, at every step', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/sign-in', '/sign-out', '/sign-out/everywhere', '/sign-in/passkey', '/passkeys']) {
      const answer = await sendWithJar(running.url + path, {
        method: 'POST',
        headers,
        body: new URLSearchParams(),
      })
      expect([path, answer.status]).toEqual([path, 403])
    }
  })

  test('400 for an invalid address, which stays in the field', async () => {
    const { status, text } = await sendForm(page(), { email: 'ada@"><b>nowhere' })
    expect(status).toBe(400)
    expect(text.includes('value="ada@&quot;>&lt;b>nowhere"')).toBe(true)
  })

  test('accepts an address as people type it', async () => {
    const email = await somebody()
    await sendForm(page(), { email: ` ${email.toUpperCase()} ` })
    await running.service.drainOutbox()
    expect(await mailboxMessages(running.url, email)).toHaveLength(1)
  })
})
