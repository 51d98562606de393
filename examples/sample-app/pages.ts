import { type Html, html } from './html.ts'
import type { HttpExchange } from './http-log.ts'

/** A call that needed a missing scope: the refusal, and the scope. */
export type Refusal = { message: string; challenge: string; needed: string }

/** The first page: the app has found the service and is registered there. */
export function startPage(service: string, exchanges: readonly HttpExchange[]): string {
  return page('A sample app', [
    html`<p class="lede">This is a third-party app. It wants to read the people of an account at <code>${service}</code>
      and to manage their tags, and asks a member for permission: OAuth 2.1 with PKCE. Every page shows the requests and
      responses; of secrets only the beginning.</p>`,
    step(1, 'Find the service and register', [
      html`<p>The API names its authorization server, and that server names its addresses. The app then registers itself
        and gets a <code>client_id</code>. It has no secret: anything on this machine could read it.</p>`,
      wireOf(exchanges),
    ]),
    step(2, 'Ask a person', [
      html`<p>The button sends your browser to the service. Sign in there. With the demo running you are
        <code>ada@northwind.test</code>, and the six-digit code is in
        <a href="${service}/dev/mailbox" target="_blank" rel="noreferrer">the mailbox</a>. On the consent page,
        uncheck <em>Manage tags</em>: then you see the response to a call that the app has no permission for.</p>`,
      html`<p class="actions"><a class="button" href="/sign-in">Sign in</a></p>`,
    ]),
  ])
}

/** After consent: the token, the calls, and what to do about a 403. */
export function accountPage(shown: {
  requested: string
  allowed: string
  sentTo: string
  cameBackTo: string
  redeemed: readonly HttpExchange[]
  called: readonly HttpExchange[]
  names: readonly string[]
  refusals: readonly Refusal[]
}): string {
  const { requested, allowed, sentTo, cameBackTo, redeemed, called, names, refusals } = shown
  const needed = [...new Set(refusals.flatMap((refusal) => refusal.needed.split(' ')))]
    .filter(Boolean)
    .join(' ')
  return page('Signed in', [
    html`<p class="lede">The app asked for <code>${requested}</code>. You have allowed <code>${allowed}</code>.</p>`,
    step(2, 'Ask a person', [
      html`<p>Your browser was sent to this address. The <code>state</code> proves later that the response belongs to this
        browser; the <code>code_challenge</code> is the hash of a secret that only the app has.</p>`,
      html`<pre>${sentTo}</pre>`,
      html`<p>It came back with a code:</p>`,
      html`<pre>${cameBackTo}</pre>`,
    ]),
    step(3, 'Exchange the code for a token', [
      html`<p>The code is worthless without the secret, <code>code_verifier</code>. The <code>scope</code> of the
        response says what you have allowed, which may be less than the app requested.</p>`,
      wireOf(redeemed, true),
    ]),
    step(4, 'Call the API', [
      names.length > 0
        ? html`<p>The first call lists people:</p><ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`
        : html``,
      ...refusals.map(
        ({
          message,
          challenge,
        }) => html`<div class="refused"><h3>403</h3><p>${message}</p><p>Nothing was changed. The header
          of the response names every scope that the call needs:</p>
          <pre>WWW-Authenticate: ${challenge}</pre></div>`,
      ),
      wireOf(called),
      needed === ''
        ? html`<p>Both calls succeeded.</p>`
        : html`<p>The app can request access again, for the scopes it has and the missing ones, and you decide again.</p>
          <p class="actions"><a class="button" href="/sign-in?${new URLSearchParams({ scope: `${allowed} ${needed}` }).toString()}"
            >Request ${needed} too</a></p>`,
    ]),
    step(5, 'Revoke the token', [
      html`<p>An app that is done revokes its token. You can also disconnect the app yourself, on the page of connected apps.</p>`,
      html`<form method="post" action="/end" class="actions"><button class="quiet">Revoke the token</button></form>`,
    ]),
  ])
}

/** After the token was revoked. */
export function endPage(exchanges: readonly HttpExchange[]): string {
  return page('Token revoked', [
    step(5, 'Revoke the token', [
      html`<p>The token was revoked, and the next call with it returns 401. After a 401 an app refreshes once, and then
        asks the person to sign in again.</p>`,
      wireOf(exchanges, true),
    ]),
    again('Start again'),
  ])
}

/** Any error, in the app's words. */
export function problemPage(title: string, text: string): string {
  return page(title, [html`<p class="lede">${text}</p>`, again('Start again')])
}

function again(label: string): Html {
  return html`<p class="actions"><a class="button" href="/">${label}</a></p>`
}

function step(number: number, title: string, parts: readonly Html[]): Html {
  return html`<section><h2><span>${number}</span> ${title}</h2>${parts}</section>`
}

/** The HTTP exchanges, collapsed unless a call was refused. */
function wireOf(exchanges: readonly HttpExchange[], isOpen = false): Html {
  const one = ({ title, request, answer, status }: HttpExchange) => {
    const inside = html`<summary><code>${title}</code> <span class="${status < 400 ? 'went' : 'refusal'}">${status}</span></summary>
      <pre>${request}</pre><pre>${answer}</pre>`
    return isOpen || status >= 400
      ? html`<details open>${inside}</details>`
      : html`<details>${inside}</details>`
  }
  return html`<div class="wire">${exchanges.map(one)}</div>`
}

function page(title: string, parts: readonly Html[]): string {
  const document = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${title === 'A sample app' ? title : `${title} · Sample app`}</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css"></head>
<body><main><h1>${title}</h1>${parts}</main></body></html>
`
  return document.markup
}
