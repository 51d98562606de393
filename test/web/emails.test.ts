import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { openTaker, type Taker, take } from '../support/taking.ts'
import { newMobile } from '../support/test-rows.ts'
import { cookieOf, createShareLink, followLink } from './taker-requests.ts'

let running: TestService
beforeAll(async () => {
  running = await startTestService()
})

type Message = { subject: string; text: string; html: string; links: string[] }

async function newestTo(to: string): Promise<Message> {
  await running.service.drainOutbox()
  const answer = await fetch(`${running.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
  const [newest] = (await answer.json()) as Message[]
  if (!newest) throw new Error('No message came.')
  return newest
}

/** A person who has completed everything, and the email and text message that they then get. */
async function invitedOnceMore(account: TestAccount) {
  const phone = newMobile()
  const taker = await openTaker(running, account, { phone })
  await take(running, taker, 1, ['disc', 'focus', 'core'])
  const invite = (way: string) => account.call('POST', `/profile/${taker.profileId}/invite/${way}`)
  expect((await invite('email')).status).toBe(204)
  const letter = await newestTo(taker.email)
  const landing = await followLink(letter.links[0] ?? '')
  const reached = await fetch(`${running.url}/take`, {
    headers: { cookie: cookieOf(landing) },
    redirect: 'manual',
  })
  expect((await invite('sms')).status).toBe(204)
  const text = await newestTo(phone)
  return { letter, text, reached: reached.headers.get('location') }
}

describe('an invite to someone who has completed everything', () => {
  test('says that the results can be opened, and the link opens them', async () => {
    const account = await running.account({ preferences: { inviteSubject: 'Please answer our questions' } })
    const { letter, text, reached } = await invitedOnceMore(account)
    expect(letter.subject).toMatch(/^Your results for .* are ready$/)
    expect(letter.text).toContain('You can open your results')
    expect(letter.text + letter.html).not.toMatch(/minute|asks you to|invites you/)
    expect(text.text).toMatch(/^Your results for .* are ready[.:]/)
    expect(reached).toBe('/take/results')
  })

  test('says that it is completed if people see no results', async () => {
    const account = await running.account({ preferences: { participantSeesReport: false } })
    const { letter, text, reached } = await invitedOnceMore(account)
    expect(letter.text).toContain('nothing is left to do')
    expect(letter.text + letter.html).not.toMatch(/minute|asks you to|invites you|open your results/i)
    expect(text.text).toMatch(/^Your assessment for .* is complete[.:]/)
    expect(reached).toBe('/take/thanks')
  })

  test('asks again after a retake, with the duration of the retake', async () => {
    const account = await running.account()
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    await account.call('POST', `/profile/${taker.profileId}/retake`, { assessmentIds: ['disc'] })
    await account.call('POST', `/profile/${taker.profileId}/invite/email`)
    expect((await newestTo(taker.email)).text).toContain('It takes about 6 minutes')
  })
})

describe('with a sender name', () => {
  const names = { name: 'Northwind Holding 4711', preferences: { senderName: 'HR Team' } }

  test('emails introduce the account by it, and say that the account invited the person', async () => {
    const account = await running.account(names)
    const taker = await openTaker(running, account)
    const email = await newestTo(taker.email)
    expect(email.subject).toBe('HR Team invites you to take an assessment')
    expect(email.text).toContain('HR Team would like to learn')
    expect(email.text).toContain('because Northwind Holding 4711 invited you')
    expect(email.text).toContain('Don’t want emails from Northwind Holding 4711?')
  })

  test('what people agree to, questions, results, deletion and public link name the account, which gets the answers', async () => {
    const account = await running.account(names)
    const taker = await openTaker(running, account)
    const page = await (await fetch(taker.link)).text()
    expect(page).toContain('you agree that Northwind Holding 4711 receives your answers and results')
    await expectNamed(await pageOf(taker, '/take'))
    await expectNamed(await fetch(taker.link))
    await expectNamed(await fetch(await createShareLink(account)))
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    await expectNamed(await pageOf(taker, '/take/results'))
    await expectNamed(await pageOf(taker, '/take/erasure'))
    await expectNamed(await fetch(taker.link))
  })

  test('an email that says results are ready, and a text message, name the account', async () => {
    const account = await running.account(names)
    const { letter, text } = await invitedOnceMore(account)
    expect(letter.subject).toBe('Your results for Northwind Holding 4711 are ready')
    expect(letter.text).not.toContain('HR Team')
    expect(text.text).toContain('Northwind Holding')
  })

  test('the thank-you page names the account', async () => {
    const account = await running.account({
      ...names,
      preferences: { ...names.preferences, participantSeesReport: false },
    })
    const taker = await openTaker(running, account)
    await take(running, taker, 1, ['disc', 'focus', 'core'])
    await expectNamed(await pageOf(taker, '/take/thanks'))
  })

  test('a person who started from a share page sees the account on the page for stopping', async () => {
    const account = await running.account(names)
    const link = await createShareLink(account)
    const begun = await fetch(link, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ firstName: 'Ada' }),
    })
    await expectNamed(await pageOf({ cookie: cookieOf(begun) }, '/take/stopped'))
  })
})

const pageOf = ({ cookie }: Pick<Taker, 'cookie'>, path: string) =>
  fetch(running.url + path, { headers: { cookie }, redirect: 'manual' })

async function expectNamed(answer: Response): Promise<void> {
  expect(answer.status, answer.url).toBe(200)
  const html = await answer.text()
  expect(html, answer.url).toContain('Northwind Holding 4711')
  expect(html, answer.url).not.toContain('HR Team')
}
