import { beforeEach, describe, expect, test } from 'vitest'
import { formWith } from '../support/forms.ts'
import type { BrowserPerson } from '../support/signing-in.ts'
import { claimsOf } from '../support/third-party.ts'
import { type OAuthFixture, openOAuthFixture, queryOf } from './oauth-fixture.ts'

let fixture: OAuthFixture | undefined
let late = 0
const clock = () => new Date(Date.now() + late)
const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

/** A person who has just signed in, on a service that all tests share. */
let at: OAuthFixture
let person: BrowserPerson
let signedInAt: number
beforeEach(async () => {
  fixture ??= await openOAuthFixture({}, { clock })
  at = fixture
  late += 3_600_000
  person = await at.member({ [at.account.id]: 'manager' })
  signedInAt = seconds(clock())
  await person.visit(`${at.authUrl}/apps`)
})

const ask = (more: Record<string, string>) => at.app.request({ scope: 'openid profiles:read', ...more })

/** The sign-in time in the ID token. */
async function authTime(back: URL, verifier: string): Promise<number> {
  const { status, body } = await at.app.redeem(back, verifier)
  expect(status).toBe(200)
  return Number(claimsOf(body.id_token).auth_time)
}

describe('prompt=login', () => {
  test('refuses a sign-in from before the request, and accepts the next one', async () => {
    late += 600_000
    const askedAt = seconds(clock())
    const { address, verifier } = ask({ prompt: 'login' })
    const page = await person.browser.open(address)
    expect([page.status, page.url.pathname]).toEqual([200, '/sign-in'])
    expect(page.html).toContain('To continue, sign in again.')
    expect(page.html).not.toContain('href="/oauth/interaction/')
    late += 5_000
    const back = await person.authorize(page.url)
    expect(queryOf(back)).toHaveProperty('code')
    expect(await authTime(back, verifier)).toBeGreaterThanOrEqual(askedAt + 5)
  })

  test('303 to sign-in, without a grant, for a consent form of an older session', async () => {
    const shown = await person.consentPage(ask({ prompt: 'login' }).address)
    await at.running.db.admin(
      `update person_session set created_at = person_session.created_at - interval '1 hour'
        from person where person.id = person_id and email = $1`,
      [person.email],
    )
    const answered = await person.decide(shown)
    expect([answered.left, answered.url.pathname]).toEqual([undefined, '/sign-in'])
    const grants = `select 1 from app_grant join person on person.id = person_id where email = $1`
    expect(await at.running.db.admin(grants, [person.email])).toEqual([])
  })
})

test('auth_time of the access token is that of the sign-in, and a refresh does not make it newer', {
  tags: 'long',
}, async () => {
  const { address, verifier } = ask({ scope: 'account:read' })
  late += 300_000
  const { body } = await at.app.redeem(await person.authorize(address), verifier)
  late += 300_000
  const refreshed = await at.app.refresh(body.refresh_token)
  expect(refreshed.status).toBe(200)
  for (const token of [body.access_token, refreshed.body.access_token])
    expect(Math.abs((claimsOf(token).auth_time as number) - signedInAt)).toBeLessThan(20)
})

describe('max_age', () => {
  test('accepts a recent sign-in, and auth_time of the ID token is that of the sign-in, not of the consent', async () => {
    late += 50_000
    const { address, verifier } = ask({ max_age: '60' })
    const page = await person.browser.open(address)
    const form = formWith(page.forms, 'decision')
    if (!form) throw new Error('No page of consent came.')
    const { left } = await person.decide({ page, form })
    if (!left) throw new Error('The page of consent led nowhere.')
    expect(Math.abs((await authTime(left, verifier)) - signedInAt)).toBeLessThan(20)
  })

  test.each(['60', '0'])('of %s refuses a sign-in of two minutes ago', async (maxAge) => {
    late += 120_000
    const { address, verifier } = ask({ max_age: maxAge })
    expect((await person.browser.open(address)).url.pathname).toBe('/sign-in')
    const back = await person.authorize(address)
    expect(await authTime(back, verifier)).toBeGreaterThan(signedInAt + 100)
  })

  test('is refused with an error for the app if no ID token is requested', async () => {
    const page = await person.browser.open(at.app.request({ max_age: '60' }).address)
    expect(queryOf(page.left)).toMatchObject({ error: 'invalid_request', iss: at.authUrl })
  })
})
