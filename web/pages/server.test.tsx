import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import reportTexts from '../../content/locales/en/report.json' with { type: 'json' }
import type { LinkView, ShareView } from '../../src/http/views/link-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import { pageViewFixture, takingViewAfter, takingViewFixture } from './sample.ts'
import { pages } from './server.tsx'

const { renderErasure, renderExample, renderHome, renderLink, renderMailbox, renderProblem } = pages
const { renderShare, renderStopped, renderTaking, renderThanks } = pages

const account = { ...pageViewFixture, accountName: 'Northwind' }
const agreement = {
  version: '0'.repeat(32),
  why: 'To describe how you usually are and what matters to you.',
  results: 'Northwind sees them, and so do you as soon as you finish.',
  kept: 'Until Northwind deletes them. You can ask for that at any time.',
  agree: 'By continuing, you agree that Northwind receives your answers and results.',
}
const link: LinkView = {
  ...account,
  state: 'start',
  personName: 'Ada',
  expiresAt: '2026-11-28T10:00:00.000Z',
  assessments: takingViewFixture.parts.map(({ completed, activeSeconds: _, ...part }) => ({
    ...part,
    done: completed,
    answered: 0,
  })),
  seesReport: true,
  agreement,
  action: '/t/tmb_link_x',
}
const share: ShareView = {
  ...account,
  state: 'open',
  expiresAt: '2026-12-21T10:00:00.000Z',
  assessments: link.assessments,
  seesReport: true,
  agreement,
  path: '/t/us.tmb_share_x',
  action: '/t/us.tmb_share_x',
  once: 'x',
}
const erasure = {
  ...account,
  action: '/take/erasure',
  path: '/take/erasure',
  backUrl: '/take',
  downloadUrl: '/take/results.json',
}
const wrong = { firstName: 'missing', email: 'unreadable' } as const
const { accountName: _, personName: __, expiresAt: ___, ...nobody } = link
const at = (view: TakingView, part: 'disc' | 'focus' | 'core', item = 1) =>
  renderTaking({ ...view, at: { part, item } })

const samplePages: [string, RenderedPage][] = [
  ['link to start', renderLink(link)],
  ['link to a completed sitting', renderLink({ ...link, state: 'completed' })],
  ['link that is over', renderLink({ ...nobody, state: 'over' })],
  ['link that is over, and no address for another', renderLink({ ...link, state: 'over' })],
  ['link that was cut off', renderLink({ ...nobody, state: 'cut' })],
  ['link sent again', renderLink({ ...link, state: 'sentAgain' })],
  ['link that could not be sent', renderLink({ ...link, state: 'sentAgain', isSent: false })],
  ['link for somebody else', renderLink({ ...link, state: 'wrong' })],
  ['link reported by the wrong recipient', renderLink({ ...link, state: 'reported' })],
  ['asking for deletion', renderErasure(erasure)],
  ['shareable link', renderShare(share)],
  ['shareable link with problems', renderShare({ ...share, problems: wrong })],
  ['shareable link that is closed', renderShare({ ...share, state: 'closed', goOnUrl: '/take' })],
  ['shareable link that is over', renderShare({ ...share, state: 'over' })],
  ['shareable link, letter sent', renderShare({ ...share, state: 'sent', sentTo: 'ada@example.com' })],
  ['DISC', at(takingViewFixture, 'disc')],
  ['Focus', at(takingViewAfter('disc'), 'focus')],
  ['Core', at(takingViewAfter('disc', 'focus'), 'core')],
  ['pause', renderTaking(takingViewAfter('disc', 'focus'))],
  ['stopped', renderStopped({ ...account, linkExpiresAt: '2026-11-28T10:00:00.000Z' })],
  ['closed in this browser', renderStopped({ ...account, way: 'left' })],
  ['thanks', renderThanks(account)],
  ['problem', renderProblem({ ...pageViewFixture, kind: 'unexpected', reference: 'abc', retry: '/take' })],
  ['signed out', renderProblem({ ...pageViewFixture, kind: 'signedOut', reference: 'abc' })],
  [
    'home',
    renderHome({
      ...pageViewFixture,
      dashboard: '/people',
      example: '/example',
      assessments: takingViewFixture.parts,
      version: '0.1.0',
      region: 'us',
      baseUrl: 'https://t.test/api/v4',
      reference: '/docs',
      health: '/healthz',
      mcp: 'https://t.test/mcp',
      connect: '/docs/connect',
      tools: '/docs/mcp',
      overview: '/llms.txt',
      technical: '/technical',
      apps: '/apps',
      members: '/members',
    }),
  ],
  [
    'example',
    renderExample({
      ...pageViewFixture,
      accountName: 'Timbre',
      personName: 'Example: an invented person',
      headline: 'You set direction early.',
      lede: [],
      form: 'core-13-1',
      caveats: { disc: '', core: '' },
      figures: { core: '<figure>core</figure>' },
      words: reportTexts.page,
      path: '/example',
      about: '/about',
      assessments: takingViewFixture.parts,
    }),
  ],
  ['mailbox', renderMailbox({ messages: [] })],
]

describe.each(samplePages)('the page "%s"', (_, { html, contentSecurityPolicy }) => {
  test('has one main heading, one main part and a language', () => {
    expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    expect(html.match(/<main[ >]/g)).toHaveLength(1)
    expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/)
  })

  test('has no inline script, no style attribute and no other host', () => {
    for (const [script] of html.matchAll(/<script[^>]*>/g))
      expect(script).toMatch(/type="module" src="\/|type="application\/json"/)
    const markup = html
      .replace(/<style>[\s\S]*?<\/style>/, '')
      .replace(/<script type="application\/json"[\s\S]*?<\/script>/, '')
    expect(markup).not.toMatch(/\sstyle=|\son\w+=/)
    expect(html).not.toMatch(/(src|href|url)\s*[=(]\s*["']?(https?:)?\/\//)
    expect(html).not.toMatch(/@font-face/)
  })

  test('has a policy that allows this sheet and nothing else inline', () => {
    const sheet = html.match(/<style>([\s\S]*?)<\/style>/)?.[1] ?? ''
    const hash = createHash('sha256').update(sheet).digest('base64')
    const isMailbox = html.includes('mailbox')
    expect(contentSecurityPolicy).toContain(
      isMailbox ? "style-src 'unsafe-inline'" : `style-src 'sha256-${hash}'`,
    )
    expect(contentSecurityPolicy).toContain("default-src 'none'; script-src 'self'")
    expect(contentSecurityPolicy).toContain("frame-ancestors 'none'")
  })
})

test('every page has its own title', () => {
  const titles = samplePages.map(([, { html }]) => html.match(/<title>(.*?)<\/title>/)?.[1])
  expect(new Set(titles).size).toBe(samplePages.length)
})

test('no page shows a text key or an unfilled slot', () => {
  for (const [, { html }] of samplePages.filter(([name]) => name !== 'mailbox')) {
    const text = html.replace(/<(style|script)[\s\S]*?<\/\1>/g, '')
    expect(text).not.toMatch(
      />[^<]*\{\w+\}|>(link|taking|pause|problem|home|status|keys|practice|example)\.\w+</,
    )
  }
})

describe('the link page', () => {
  const html = renderLink(link).html

  test('shows account, purpose, length, recipients, language and expiry', () => {
    for (const text of [
      'Ada, Northwind has invited you',
      '3 parts, about 24 minutes in total',
      'Northwind sees them, and so do you',
      'English',
      '28 November',
      'I am not Ada',
      'Until Northwind deletes them',
      'you agree that Northwind receives',
      'Ask to delete my data',
    ])
      expect(html).toContain(text)
  })

  test('has one form with one button, which posts to the link', () => {
    expect(html.match(/<form/g)).toHaveLength(1)
    expect(html.match(/<button/g)).toHaveLength(1)
    expect(html).toContain('<form class="link-form" method="post" action="/t/tmb_link_x">')
  })

  test('says on return what is left, with the minutes that the next page says', () => {
    const assessments = link.assessments.map((assessment) => ({
      ...assessment,
      done: assessment.id === 'disc',
      answered: assessment.id === 'focus' ? 87 : 0,
    }))
    const taking = takingViewAfter('disc')
    const focus = Object.fromEntries(Array.from({ length: 87 }, (_, at) => [at + 1, 3]))
    const next = renderTaking({ ...taking, answers: { ...taking.answers, focus } }).html
    const left = 'About 8 min left'
    expect(next).toContain(left)
    const back = renderLink({ ...link, state: 'resume', assessments }).html
    for (const text of ['DISC: done', 'Focus: 33 of 120 left', 'Core: 21 choices', left])
      expect(back).toContain(text)
  })

  test('keeps names out of the title', () => {
    expect(html.match(/<title>(.*?)<\/title>/)?.[1]).not.toContain('Ada')
  })

  test('is the same for an unknown link as for an expired one, except for the date, and offers a new one', () => {
    const unknown = renderLink({ ...nobody, state: 'over' }).html
    expect(unknown).toContain('<input type="hidden" name="again" value="1"')
    expect(
      renderLink({ ...nobody, state: 'over', expiresAt: '2026-11-14T10:00:00Z' }).html.replace(
        'It worked until 14 November. ',
        '',
      ),
    ).toBe(unknown)
  })
})
