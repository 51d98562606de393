import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FormPage } from '../support/form-browser.ts'
import { decoded } from '../support/forms.ts'
import type { ConsentAnswer } from '../support/signing-in.ts'
import { type OAuthFixture, openOAuthFixture } from './oauth-fixture.ts'

const file = join(import.meta.dirname, '../../examples/sample-app/app.ts')
const env = { PATH: process.env.PATH ?? '' }

/** The sample app in its own process, with its output. */
type Started = { app: ChildProcess; home: string; printed: () => string }

let fixture: OAuthFixture
let started: Started
let home: string

beforeAll(async () => {
  fixture = await openOAuthFixture()
  await fixture.account.call('POST', '/profile', { firstName: 'Noor', lastName: '<b>Quill</b>' })
  started = await start()
  home = started.home
})
afterAll(() => {
  started.app.kill()
})

async function start(): Promise<Started> {
  const app = spawn(process.execPath, [file, fixture.url], { env })
  let printed = ''
  const address = await new Promise<string>((resolve, reject) => {
    app.on('close', () => reject(new Error(printed)))
    for (const stream of [app.stdout, app.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const [, found] = /^Open (http:\S+) in your browser/m.exec(printed) ?? []
        if (found) resolve(found)
      })
    }
  })
  return { app, home: address, printed: () => printed }
}

/** The page of the sample app after opening this path and answering consent. */
async function use(path: string, answer?: ConsentAnswer): Promise<FormPage> {
  const { left } = await fixture.owner.browser.open(home + path)
  if (!left) throw new Error('The sample app sent nobody to sign in.')
  const page = await fixture.owner.browser.open(await fixture.owner.authorize(left, answer))
  expect(page.status).toBe(200)
  return page
}

/** The visible text, without markup. */
function read({ html }: FormPage): string {
  return decoded(html.replaceAll(/<[^>]+>/g, '')).replaceAll(/\s+/g, ' ')
}

test('shows its registration, and links to the sign-in', async () => {
  const first = await fixture.owner.browser.open(home)
  expect(read(first)).toMatch(/POST \/oauth\/register 201 .*"client_name": "Sample app"/)
  expect(first.html).toContain('href="/sign-in"')
})

test('lists people, shows the 403 of a denied scope and how to request it, requests again, and revokes its token', async () => {
  const denied = await use('/sign-in', { scopes: ['profiles:read'] })
  expect(read(denied)).toContain('asked for profiles:read tags:manage. You have allowed profiles:read.')
  expect(read(denied)).toContain('Noor <b>Quill</b>')
  expect(denied.html).not.toContain('<b>')
  expect(read(denied)).toMatch(/WWW-Authenticate: Bearer error="insufficient_scope", scope="tags:manage"/)
  expect(read(denied)).toMatch(
    /POST \/oauth\/token 200 .*GET \/api\/v4\/profiles 200 .*GET \/api\/v4\/tags 403/,
  )

  const [, again = ''] = /href="(\/sign-in\?[^"]*)"/.exec(denied.html) ?? []
  const allowed = await use(decoded(again))
  expect(read(allowed)).toMatch(/You have allowed [^.]*tags:manage/)
  expect(read(allowed)).toMatch(/GET \/api\/v4\/tags 200/)
  // A port or a random value may contain these digits.
  expect(read(allowed)).not.toMatch(/\b403\b/)

  const [form] = allowed.forms
  if (!form) throw new Error('There is no button that gives the token back.')
  const ended = await fixture.owner.browser.submit(allowed, form)
  expect(read(ended)).toMatch(/POST \/oauth\/revoke 200 .*GET \/api\/v4\/profiles 401/)

  // No page shows more than the beginning of a secret: tokens, codes and the verifier are all longer.
  const first = await fixture.owner.browser.open(home)
  for (const { html } of [first, denied, allowed, ended]) {
    expect(html).not.toMatch(/eyJ[\w-]{20}|\b(code|code_verifier|token|refresh_token)=[\w.~-]{12}/)
    expect(html).not.toMatch(/_token&#34;: &#34;[\w.~-]{12}/)
  }
})

test('shows that the person has denied access', async () => {
  expect(read(await use('/sign-in', { decision: 'deny' }))).toContain('The service answered access_denied')
})

test('400 for a response that it did not request', async () => {
  const forged = await fetch(`${home}/callback?code=stolen&state=guessed&iss=${fixture.authUrl}`)
  expect(forged.status).toBe(400)
  expect(await forged.text()).not.toContain('You have allowed')
})

test('explains what to do if no service responds, without a stack trace', async () => {
  const running = promisify(execFile)(process.execPath, [file, 'http://127.0.0.1:9'], { env })
  const { code, stderr } = await running.catch((error) => error)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^No Timbre answers at http:\/\/127.0.0.1:9 .*\nStart it with "npm start".*\n$/)
})

test('deletes its registration when it stops', async () => {
  const { app, home, printed } = await start()
  const { left } = await fixture.owner.browser.open(`${home}/sign-in`)
  app.kill('SIGTERM')
  const [code] = await once(app, 'close')
  expect([code, printed()]).toEqual([0, expect.stringContaining('deleted its registration')])
  // The service no longer has this app, and doesn't redirect to it.
  expect((await fixture.owner.browser.open(left ?? '')).status).toBe(400)
})
