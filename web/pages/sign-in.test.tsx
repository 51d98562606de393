import { describe, expect, test } from 'vitest'
import type { PasskeysView, SignInView } from '../../src/http/views/sign-in-view.ts'
import { renderPasskeys, renderSignIn } from './access-pages.tsx'
import { menuFixture, pageViewFixture } from './sample.ts'

const view: SignInView = {
  ...pageViewFixture,
  state: 'email',
  action: '/sign-in?continue=abc',
  minutes: 10,
  passkey: { options: '/sign-in/passkey/options', answer: '/sign-in/passkey?continue=abc' },
}

const bodyOf = ({ html }: { html: string }) => html.slice(html.indexOf('<body>'))

describe('renderSignIn', () => {
  test('has one form with one field a step', () => {
    for (const [state, field] of [
      ['email', 'email'],
      ['code', 'code'],
    ] as const) {
      const html = bodyOf(renderSignIn({ ...view, state }))
      expect(html.match(/<form/g)).toHaveLength(1)
      expect([...html.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([field])
    }
  })

  test('names the requesting app, and escapes its name', () => {
    const html = bodyOf(renderSignIn({ ...view, app: { name: '<b>Robot</b>', host: 'app.example' } }))
    expect(html).toContain('<dd>&lt;b>Robot&lt;/b></dd>')
    expect(html).toContain('<dt>Sends you back to</dt><dd><code>app.example</code></dd>')
  })

  test('shows the problem in the title and next to the field, which has the focus', () => {
    const { html } = renderSignIn({ ...view, state: 'code', problem: 'wrong', triesLeft: 1 })
    expect(html).toContain('<title>Please check what you entered: Enter the code · Timbre</title>')
    expect(html).toMatch(/<input[^>]* aria-invalid="true" aria-describedby="problem code-hint" autofocus/)
    expect(html).toContain('You have one try left')
  })

  test('keeps the request when the language changes, with a button for pages without a script', () => {
    const locales = [
      { code: 'en', name: 'English' },
      { code: 'de', name: 'Deutsch' },
    ]
    const html = bodyOf(renderSignIn({ ...view, locales, action: '/sign-in?continue=abc&locale=en' }))
    const form = /<form class="language language-choice"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
    expect(form).toContain('<input type="hidden" name="continue" value="abc"/>')
    expect(form.match(/name="locale"/g)).toHaveLength(1)
    expect(form).toMatch(/<button[^>]*type="submit">Change</)
    expect(form).toContain('<script type="module" src="/assets/language.js">')
  })

  test('gives its script only its URL', () => {
    const { html } = renderSignIn({ ...view, email: 'ada@example.com' })
    const state = /<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(state)).toEqual({ ceremony: 'sign-in', ...view.passkey })
  })
})

describe('renderPasskeys', () => {
  const passkeys: PasskeysView = {
    ...pageViewFixture,
    root: '',
    home: '/',
    email: 'ada@example.com',
    menu: menuFixture,
    passkeys: [
      { id: 'x', name: '"Phone"', createdAt: '2026-11-03T09:00:00Z', lastUsedAt: '2026-11-20T09:00:00Z' },
      { id: 'y', name: 'Key', createdAt: '2026-11-04T09:00:00Z', lastUsedAt: null },
    ],
    mayAdd: true,
    passkey: { options: '/passkeys/options', answer: '/passkeys' },
  }

  test('shows for each passkey when it was created and last used', () => {
    const html = bodyOf(renderPasskeys(passkeys))
    expect(html).toContain('value="&quot;Phone&quot;"')
    expect(html).toContain('Added 3 November. Last used 20 November.')
    expect(html).toContain('Added 4 November. Never used.')
  })

  test('offers no further passkey at the maximum', () => {
    const html = bodyOf(renderPasskeys({ ...passkeys, mayAdd: false }))
    expect(html).toContain('as many passkeys as one person can have')
    expect(html).not.toContain('id="passkey"')
  })
})
