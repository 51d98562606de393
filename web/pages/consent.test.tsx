import { describe, expect, test } from 'vitest'
import type { AppRefusalView, AppsView, ConsentView } from '../../src/http/views/app-view.ts'
import { renderAppRefusal, renderConsent, renderConsentEnd } from './access-pages.tsx'
import { renderApps } from './apps.tsx'
import { formatRelativeTime } from './relative-time.ts'
import { menuFixture, pageViewFixture } from './sample.ts'

const now = '2026-11-21T09:03:10Z'
const account: ConsentView['accounts'][number] = {
  id: 'a',
  name: 'Northwind',
  role: 'owner',
  isPaused: false,
  isCurrent: false,
  beyondRole: [],
}
const view: ConsentView = {
  ...pageViewFixture,
  path: '/oauth/interaction/u',
  csrfToken: 'proof',
  isDashboard: false,
  appName: 'Fieldnotes',
  returnsTo: { kind: 'site', address: 'https://app.fieldnotes.example' },
  warning: { kind: 'dynamic', registeredAt: '2026-11-21T09:00:00Z', now, isLoopback: false },
  email: 'ada@northwind.test',
  switchTo: { action: '/oauth/interaction/u/switch', fields: { proof: 'proof' } },
  accounts: [account],
  scopes: [
    { name: 'profiles:write', isChecked: false },
    { name: 'profiles:read', isChecked: true },
  ],
  formTargets: ['https://app.fieldnotes.example'],
}
const textOf = (html: string) =>
  html
    .replace(/<(style|script|title)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const boxes = (html: string) => html.match(/<input type="checkbox"[^>]*>/g) ?? []

describe('the consent page', () => {
  const { html, contentSecurityPolicy } = renderConsent(view)

  test('names the app, the whole origin that it returns to, the account and the person', () => {
    const text = textOf(html)
    for (const words of [
      'Fieldnotes',
      'https://app.fieldnotes.example',
      'Northwind and no other',
      'ada@northwind.test Not you?',
      'You revoke it under Connected apps. That takes effect immediately.',
    ])
      expect(text).toContain(words)
  })

  test('has one warning, with the age of the app', () => {
    expect(textOf(html)).toContain('Registered itself 3 minutes ago. No one has checked who runs it.')
    expect(html.match(/class="warning"/g)).toHaveLength(1)
    const { warning: _, ...known } = view
    expect(renderConsent(known).html).not.toContain('class="warning"')
  })

  test.each([
    ['dynamic', { registeredAt: now }, 'Registered itself just now. No one has checked'],
    ['document', { host: 'app.example' }, 'Only app.example says who this is.'],
    ['registered', { isLoopback: true }, 'Only continue if you just started it yourself.'],
    [
      'dynamic',
      { registeredAt: now, isLoopback: true },
      'just now, and any program on this computer could use its name',
    ],
  ] as const)('the warning of a %s app with %o', (kind, more, words) => {
    const warning = { kind, now, isLoopback: false, ...more }
    expect(textOf(renderConsent({ ...view, warning }).html)).toContain(words)
  })

  test('an app on this computer is labeled as such, next to its URL', () => {
    const local = { kind: 'computer', address: 'http://127.0.0.1:53682' } as const
    const text = textOf(renderConsent({ ...view, returnsTo: local }).html)
    expect(text).toContain('An app on this computer http://127.0.0.1:53682')
  })

  test('has a checkbox per requested scope, read scopes first, and names those that send messages', () => {
    expect(boxes(html).map((box) => /value="([^"]*)"/.exec(box)?.[1])).toEqual([
      'profiles:read',
      'profiles:write',
    ])
    expect(boxes(html).map((box) => box.includes('checked'))).toEqual([true, false])
    const text = textOf(html)
    expect(text.indexOf('Read See people')).toBeLessThan(text.indexOf('Change Invite, edit'))
    expect(text).toContain('Sends real email and SMS')
  })

  test('a checkbox beyond the role is disabled, with the reason', () => {
    const limited = { ...account, beyondRole: ['profiles:write'] as const }
    const shown = renderConsent({ ...view, accounts: [limited] }).html
    expect(boxes(shown).map((box) => box.includes('disabled'))).toEqual([false, true])
    expect(textOf(shown)).toContain('Your role in this account does not allow it.')
    const two = [{ ...limited, id: 'b', name: 'Aalto' }, account]
    const several = renderConsent({ ...view, accounts: two }).html
    expect(boxes(several).map((box) => box.includes('disabled'))).toEqual([false, false])
    expect(textOf(several)).toContain('Not in Aalto: your role there does not allow it.')
  })

  test('has Cancel and Allow side by side, and no other way to submit the form', () => {
    const form = html.slice(html.indexOf('<form method="post" action="/oauth/interaction/u"'))
    const submits = form.match(/<button class="button[^"]*" type="submit" name="decision" value="[a-z]+"/g)
    expect(submits).toHaveLength(2)
    expect(html).toContain('<button class="plain-button" type="submit" form="switch">')
  })

  test('allows form targets only here and at the redirect URI, and no framing', () => {
    expect(contentSecurityPolicy).toContain("form-action 'self' https://app.fieldnotes.example;")
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
    expect(renderApps(apps).contentSecurityPolicy).toContain("form-action 'self';")
  })

  test('one account is fixed in the form, several are a choice without a default', () => {
    expect(html).toContain('<input type="hidden" name="account" value="a"')
    const two = [account, { ...account, id: 'b', name: 'Aalto', isPaused: true }]
    const several = renderConsent({ ...view, accounts: two }).html
    expect(several.match(/<input type="radio" name="account" value="[ab]"/g)).toHaveLength(2)
    // The page says what is missing, not a bubble of the browser that not everyone sees.
    expect(several).not.toContain(' required')
    expect(several).not.toMatch(/type="radio"[^>]*checked/)
    expect(textOf(several)).toContain('Northwind Owner')
    expect(textOf(several)).toContain('Aalto Owner (paused: nothing works')
  })

  test('for the dashboard has a button per account, with the role and where the person is', () => {
    const two = [
      { ...account, isCurrent: true },
      { ...account, id: 'b', name: 'Aalto', role: 'user' as const },
    ]
    const { html: choosing } = renderConsent({ ...view, isDashboard: true, accounts: two })
    expect(choosing.match(/<button class="button" type="submit" name="account" value="[ab]"/g)).toHaveLength(
      2,
    )
    expect(textOf(choosing)).toContain('Northwind Owner · You are here now')
    expect(textOf(choosing)).toContain('Aalto User')
    expect(choosing).not.toContain('value="allow">')
  })

  test('shows the form again with the choices, and what is missing', () => {
    const again = { ...view, problem: 'beyondRole', chosenAccountId: 'a' } as const
    expect(renderConsent(again).html).toContain('role="alert"')
    expect(textOf(renderConsent(again).html)).toContain('Your role in Northwind allows nothing')
  })

  test('escapes markup in a name', () => {
    const evil = { ...view, appName: '<img src=x onerror=alert(1)>"\'&', email: 'a"b<i>@x.test' }
    const shown = renderConsent(evil).html
    expect(shown).not.toMatch(/<img|<i>/)
    expect(shown).toContain('<bdi>&lt;img src=x onerror=alert(1)')
  })

  test('has no script at all', () => {
    expect(html).not.toContain('<script')
  })
})

const app = {
  grantId: 'g',
  appName: 'Fieldnotes',
  address: 'app.fieldnotes.example',
  accountName: 'Northwind',
  scopes: ['profiles:read'],
  createdAt: '2026-11-18T09:00:00Z',
  lastUsedAt: null,
} as const
const apps: AppsView = {
  ...pageViewFixture,
  root: '',
  home: '/',
  csrfToken: 'proof',
  email: 'ada@northwind.test',
  menu: menuFixture,
  now,
  own: [app],
  others: [{ ...app, grantId: 'h', email: 'bo@northwind.test' }],
  isOwner: true,
  justDisconnected: false,
}

describe('the page of connected apps', () => {
  const { html } = renderApps(apps)

  test('shows scopes, account, and dates, with a form for each', () => {
    const text = textOf(html)
    expect(text).toContain('Fieldnotes in Northwind app.fieldnotes.example')
    expect(text).toContain('May See people and their results Connected 3 days ago Last used Not used yet')
    expect(html.match(/name="grant" value="[gh]"/g)).toHaveLength(2)
    expect(text).toContain('Connected by bo@northwind.test')
  })

  test('has a message if no app is connected', () => {
    const none = { ...apps, own: [], others: [], isOwner: false }
    expect(textOf(renderApps(none).html)).toContain('No app is connected. Connect one from the app itself')
    expect(renderApps(none).html).not.toContain('name="grant"')
  })
})

describe('the page of an invalid request', () => {
  const refusal: AppRefusalView = {
    ...pageViewFixture,
    error: 'invalid_request',
    description: '<b>state</b>',
    reference: 'req-1',
    kind: 'request',
  }

  test.each([
    ['unknownApp', 'We do not know this app'],
    ['redirectAddress', 'The address that this app wants to send you to is not registered for it'],
    ['request', 'This app asked in a way that we do not know'],
    ['over', 'This request is too old'],
  ] as const)("%s has its own text, and the protocol's error code", (kind, heading) => {
    const shown = renderAppRefusal({ ...refusal, kind })
    expect(shown.html).toContain(`<h1 class="consent-title">${heading}</h1>`)
    expect(textOf(shown.html)).toContain('For those who make the app invalid_request: ')
    expect(textOf(shown.html)).toContain('Reference for support req-1')
  })

  test('has no controls, and escapes the description', () => {
    const { html } = renderAppRefusal(refusal)
    expect(html).toContain('invalid_request: &lt;b>state&lt;/b>')
    expect(html).not.toMatch(/<(a|form|button|script) ?/)
  })
})

test('a person without an account gets a notice with two links', () => {
  const shown = renderConsentEnd({
    ...pageViewFixture,
    path: '/oauth/interaction/u',
    csrfToken: 'proof',
    isDashboard: false,
    appName: 'Fieldnotes',
    email: 'ada@northwind.test',
    switchTo: view.switchTo,
    formTargets: view.formTargets,
  })
  expect(textOf(shown.html)).toContain('ada@northwind.test is not a member of any')
  expect(shown.html).toMatch(/name="decision" value="deny"/)
  expect(shown.html).toContain('action="/oauth/interaction/u/switch"')
})

test('relative time uses the largest whole unit, and is undefined below a minute', () => {
  expect(formatRelativeTime('en', '2026-11-21T09:02:30Z', now)).toBeUndefined()
  expect(formatRelativeTime('en', '2026-11-21T09:02:00Z', now)).toBe('1 minute ago')
  expect(formatRelativeTime('en', '2026-11-21T07:00:00Z', now)).toBe('2 hours ago')
  expect(formatRelativeTime('de', '2026-11-18T09:00:00Z', now)).toBe('vor 3 Tagen')
})
