import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pairFor } from '../person.ts'
import type { TestAccount } from '../service.ts'
import { mailboxMessages } from '../signing-in.ts'
import { registerApp } from '../third-party.ts'
import type { Visitor } from './visitor.ts'

/** The service that a walk visits: its address as people see it, and an account of the demo. */
export type Visited = { url: string; account: Pick<TestAccount, 'call'>; owner: string }

/** In this order: the results are those of the person who has just answered, the dashboard's pages follow the sign-in. */
export const walks = {
  taking: takeAll,
  'own results': readOwnResults,
  'sign-in': signIn,
  consent: allowApp,
  people: findPeople,
  invite: invitePasted,
} satisfies Record<string, (visitor: Visitor, visited: Visited) => Promise<void>>

export type WalkName = keyof typeof walks

/** All three assessments by mouse and keyboard, with a practice question, Back and reloads in between. */
async function takeAll(visitor: Visitor, { url, account }: Visited): Promise<void> {
  const email = `noor-${visitor.label.replace(/\W+/g, '-').toLowerCase()}@example.com`
  const { body } = await account.call('POST', '/profile', { firstName: 'Noor', lastName: 'Okafor', email })
  const profileId = String(body.profile.id)
  await account.call('POST', `/profile/${profileId}/invite/email`)
  const link = await visitor.until('the email', async () => (await mailboxMessages(url, email))[0]?.links[0])
  await visitor.open(link)
  await visitor.looks('link')
  await visitor.tabs('link', 3)
  await visitor.press('form[method=post] button', 'Start')
  await visitor.sees('Part 1 of 3 · 1 of 24')
  await visitor.looks('disc')

  const row = (n: number, column: 'most' | 'least') => `.four-row:nth-child(${n + 1}) .side-${column}`
  const pair = async ([most, least]: readonly [number, number]) => {
    await visitor.press(row(most, 'most'))
    await visitor.press(row(least, 'least'))
    await visitor.press('button.main', 'Next')
  }
  await visitor.press('button', 'Try a practice question')
  await visitor.sees('Practice question: your answer isn’t saved')
  await pair([1, 2])
  await visitor.sees('1 of 24')
  await visitor.press('button.main', 'Pick one most and one least')
  await visitor.press(row(3, 'most'))
  await visitor.press(row(3, 'least'))
  await visitor.sees('Choose the most like you')
  await visitor.sees('1 of 24')
  for (let n = 1; n <= 3; n += 1) {
    await visitor.sees(`· ${n} of 24`)
    await pair(pairFor(n))
  }
  await visitor.sees('· 4 of 24')
  await visitor.tabs('disc', 4)
  await visitor.press('a.back')
  await visitor.sees('· 3 of 24')
  await visitor.until('both choices of before', () =>
    visitor.window.run(() => document.querySelectorAll('.side input:checked').length === 2),
  )
  await visitor.press('button.main', 'Next')
  await visitor.sees('· 4 of 24')
  await visitor.sees('Saved')
  await visitor.window.reload()
  for (let n = 4; n <= 24; n += 1) {
    await visitor.sees(`· ${n} of 24`)
    await visitor.keys(...pairFor(n).map(String), 'Enter')
  }
  await visitor.sees('One of three parts done')
  await visitor.looks('pause')
  await visitor.tabs('pause', 2)
  await visitor.press('a.main', 'Continue with Focus')

  const grade = (value: number) => `.grade[value="${value}"]`
  for (let n = 1; n <= 3; n += 1) {
    await visitor.sees(`· ${n} of 120`)
    await visitor.until('the next statement', () =>
      visitor.window.run(() => !document.querySelector('.pressed')),
    )
    await visitor.press(grade(1 + (n % 5)))
  }
  await visitor.sees('· 4 of 120')
  await visitor.looks('focus')
  await visitor.tabs('focus', 3)
  await rate(visitor, 4, 40)
  await visitor.sees('Saved')
  await visitor.window.reload()
  await visitor.sees('· 41 of 120')
  await visitor.keys('Backspace')
  await visitor.sees('· 40 of 120')
  await rate(visitor, 40, 120)
  await visitor.sees('Two of three parts done')
  await visitor.keys('Enter')
  for (let n = 1; n <= 21; n += 1) {
    await visitor.sees(`· ${n} of 21`)
    if (n === 1) await visitor.looks('core')
    if (n < 3) await pair(pairFor(n))
    else await visitor.keys(...pairFor(n).map(String), 'Enter')
  }
  await visitor.at('/take/results')
  visitor.isQuiet()

  const read = await account.call('GET', `/profile/${profileId}`)
  const { isCompleted, completedAssessments } = read.body.profile
  if (!isCompleted || completedAssessments.length !== 3) throw new Error(`${visitor.label}: not completed`)
}

/** Keys, one after another: the page takes them as fast as they come. */
async function rate(visitor: Visitor, first: number, last: number): Promise<void> {
  for (let from = first; from <= last; from += 10) {
    const to = Math.min(last, from + 9)
    const digits = Array.from({ length: to - from + 1 }, (_, index) => String(1 + (((from + index) * 7) % 5)))
    await visitor.keys(...digits)
    if (to < 120) await visitor.sees(`· ${to + 1} of 120`)
  }
}

/** What the person sees who has just finished: charts, tables, a link to show others, another language. */
async function readOwnResults(visitor: Visitor, { url }: Visited): Promise<void> {
  await visitor.open(`${url}/take/results`)
  await visitor.sees('Noor')
  await visitor.looks('results')
  await visitor.until('four charts', () =>
    visitor.window.run(() => {
      const drawn = [...document.querySelectorAll('figure svg')].map((one) => one.getBoundingClientRect())
      return drawn.filter(({ width, height }) => width > 100 && height > 20).length >= 4
    }),
  )
  await visitor.tabs('results', 4)
  await visitor.press('figure details > summary')
  await visitor.until('the table of a chart', () =>
    visitor.window.run(() => {
      const table = document.querySelector('figure details[open] table')
      return (table?.getBoundingClientRect().height ?? 0) > 40
    }),
  )
  await visitor.until('a button to print', () =>
    visitor.window.run(() => (document.querySelector('#print')?.getBoundingClientRect().height ?? 0) > 30),
  )
  await visitor.press('.own-link button')
  await visitor.sees('Copy it now')
  await visitor.press('button.copy')
  await visitor.sees('Copied')
  await visitor.press('a.main')
  await visitor.at('/take/results')
  visitor.isQuiet()
}

/** By a code from the email, after a wrong one. */
async function signIn(visitor: Visitor, { url, owner }: Visited): Promise<void> {
  await visitor.open(`${url}/people`)
  await visitor.at('/sign-in')
  const before = new Set((await mailboxMessages(url, owner)).map(({ id }) => id))
  await visitor.looks('sign-in')
  await visitor.fill('input[name=email]', owner)
  await visitor.keys('Enter')
  const code = await visitor.until('the email with the code', async () => {
    const fresh = (await mailboxMessages(url, owner)).filter(({ id }) => !before.has(id))
    return fresh.flatMap(({ text }) => /(?<![\w-])\d{6}(?![\w-])/.exec(text)?.[0] ?? [])[0]
  })
  await visitor.fill('input[name=code]', code === '123456' ? '654321' : '123456')
  await visitor.keys('Enter')
  await visitor.sees('That code isn’t right')
  await visitor.looks('code')
  await visitor.tabs('code', 2)
  await visitor.fill('input[name=code]', code)
  await visitor.keys('Enter')
  await visitor.at('/people')
  await visitor.sees('Invite people')
  // The answer to a wrong code is 400.
  visitor.isQuiet(/status of 4\d\d/)
}

/** An app asks for access; one permission is refused, and the app gets the rest. */
async function allowApp(visitor: Visitor, { url }: Visited): Promise<void> {
  const back = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>App</title><h1>Back in the app</h1>')
  })
  await new Promise<void>((resolve) => back.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = back.address() as AddressInfo
    const metadata = { client_name: 'Fieldnotes', redirect_uris: [`http://127.0.0.1:${port}/callback`] }
    const app = await registerApp(url, metadata)
    const { address, verifier } = app.request()
    await visitor.open(address.href)
    await visitor.sees('wants to access your Timbre account')
    await visitor.looks('consent')
    await visitor.tabs('consent', 4)
    await visitor.press('label', 'Manage tags')
    await visitor.press('button[value=allow]', 'Allow')
    await visitor.at('/callback?')
    await visitor.sees('Back in the app')
    const { status, body } = await app.redeem(new URL(await visitor.window.address()), verifier)
    const scopes = String(body.scope)
    if (status !== 200 || /tags/.test(scopes) || !/profiles:read/.test(scopes))
      throw new Error(`${visitor.label}: the app was given ${scopes}`)
    visitor.isQuiet()
  } finally {
    back.closeAllConnections()
    back.close()
  }
}

/** Search, a filter, a date, a status, and a person's page with its tabs and dialogs. */
async function findPeople(visitor: Visitor, { url }: Visited): Promise<void> {
  await visitor.open(`${url}/people`)
  await visitor.sees('Invite people')
  await visitor.until('rows', () =>
    visitor.window.run(() => document.querySelectorAll('[data-person]').length > 5),
  )
  await visitor.looks('people')
  await visitor.tabs('people', 6)
  await visitor.fill('input[type=search]', 'okafor')
  await visitor.sees('“okafor”')
  await visitor.until('the people found', () =>
    visitor.window.run(() => {
      const rows = [...document.querySelectorAll('[data-person]')]
      return rows.length > 0 && rows.every((row) => row.textContent?.includes('Okafor'))
    }),
  )
  await visitor.fill('input[type=search]', '')
  await visitor.seesNoMore('“okafor”')
  await visitor.press('summary', 'Tag')
  await visitor.press('label', 'Leads')
  await visitor.at('tagIds=')
  await visitor.looks('people-filter')
  await visitor.keys('Escape')
  await visitor.press('button', 'Clear all')
  await visitor.press('summary', 'Started')
  if (visitor.window.version.startsWith('WebKit')) await visitor.window.run(setDate)
  else {
    await visitor.window.run(() => document.querySelector<HTMLInputElement>('input[type=date]')?.focus())
    await visitor.keys(...'01012026')
  }
  await visitor.at('startedAfter=2026-01-01')
  await visitor.looks('people-date')
  await visitor.keys('Escape')
  await visitor.press('button', 'Clear all')
  await visitor.press('.status-tab', 'Completed')
  await visitor.at('status=completed')
  await visitor.press('[data-person] a')
  await visitor.at('/people/')
  await visitor.until('a chart', () =>
    visitor.window.run(() => document.querySelector('figure svg') !== null),
  )
  await visitor.looks('person')
  await visitor.window.run(() => history.back())
  await visitor.at('status=completed')
  visitor.isQuiet()
}

/** In WebKitGTK synthetic keys don't get from the month of a date field to its day. */
function setDate(): void {
  const field = document.querySelector<HTMLInputElement>('input[type=date]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '2026-01-01')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Rows from the clipboard, their preview, and the emails in the mailbox. */
async function invitePasted(visitor: Visitor, { url }: Visited): Promise<void> {
  const tail = visitor.label.replace(/\W+/g, '-').toLowerCase()
  const emails = ['amara', 'jonas', 'li'].map((name) => `${name}-${tail}@example.com`)
  const [amara = '', jonas = '', li = ''] = emails
  await visitor.open(`${url}/invite`)
  await visitor.sees('One person per line')
  await visitor.paste(
    'textarea.invite-lines',
    `${amara}, Amara Diallo\n${jonas}, Jonas Brandt\n${li}\nsven@northwind`,
  )
  await visitor.sees('3 invites, 3 new')
  await visitor.sees('this email address looks incomplete')
  await visitor.looks('invite')
  await visitor.tabs('invite', 6)
  await visitor.press('.invite-foot .button-main', 'Send 3 invites')
  await visitor.sees('3 of 3 sent.')
  await visitor.looks('invited')
  for (const email of emails)
    await visitor.until(`the email to ${email}`, async () => (await mailboxMessages(url, email)).length === 1)
  visitor.isQuiet()
}
