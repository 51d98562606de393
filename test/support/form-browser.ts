import { type Form, formsOf } from './forms.ts'

/** The page that a browser without JavaScript shows after following all redirects within the service. */
export type FormPage = {
  status: number
  url: URL
  headers: Headers
  html: string
  forms: Form[]
  /** Where the service redirected to, if outside the service: back to an app. */
  left: URL | undefined
  /** Every status on the way, redirects first. */
  statuses: number[]
}

export type FormBrowser = {
  open: (address: string | URL, headers?: Record<string, string>) => Promise<FormPage>
  /** Submits a form with its hidden and preset fields and these values, with the given button. */
  submit: (
    page: FormPage,
    form: Form,
    fields?: FormFields,
    headers?: Record<string, string>,
  ) => Promise<FormPage>
  /** The value of a cookie that would be sent to this address. */
  cookie: (address: string | URL, name: string) => string | undefined
  cookies: () => { name: string; value: string; attributes: string }[]
  /** Sets a cookie from outside, as in session fixation or theft. */
  plant: (address: string | URL, setCookie: string) => void
}

/** A list is sent once per value; an empty list omits the field. */
export type FormFields = Record<string, string | readonly string[]>

/** A browser with its own cookie jar and without JavaScript. It knows nothing of the service's internals. */
export function openFormBrowser(): FormBrowser {
  const jar = new Map<string, Cookie>()

  async function go(address: URL, init: RequestInit, origin: string): Promise<FormPage> {
    const statuses: number[] = []
    let [next, sent] = [address, init]
    for (let hop = 0; hop < 12; hop += 1) {
      const headers = new Headers(sent.headers)
      const cookie = cookiesFor(jar, next)
      if (cookie) headers.set('cookie', cookie)
      const answer = await fetch(next, { ...sent, headers, redirect: 'manual' })
      for (const line of answer.headers.getSetCookie()) keep(jar, next, line)
      statuses.push(answer.status)
      const location = answer.headers.get('location')
      if (!location || answer.status < 300 || answer.status > 399) {
        const html = await answer.text()
        const found = { status: answer.status, url: next, headers: answer.headers, html, statuses }
        return { ...found, forms: formsOf(html), left: undefined }
      }
      await answer.arrayBuffer()
      const target = new URL(location, next)
      if (target.origin !== origin) {
        const found = { status: answer.status, url: next, headers: answer.headers, html: '', statuses }
        return { ...found, forms: [], left: target }
      }
      // 307 and 308 repeat the form; other redirects become a GET.
      const repeats = answer.status === 307 || answer.status === 308
      ;[next, sent] = [target, repeats ? sent : { headers: { accept: 'text/html' } }]
    }
    throw new Error(`${address.origin}${address.pathname} redirects in a circle: ${statuses.join(', ')}`)
  }

  return {
    open(address, headers = {}) {
      const url = new URL(address)
      return go(url, { headers: { accept: 'text/html', ...headers } }, url.origin)
    },
    submit(page, form, fields = {}, headers = {}) {
      const target = new URL(form.action || page.url.href, page.url)
      const body = new URLSearchParams()
      for (const [name, value] of form.preset) if (!(name in fields)) body.append(name, value)
      for (const [name, value] of Object.entries(fields)) {
        for (const one of typeof value === 'string' ? [value] : value) body.append(name, one)
      }
      if (form.method === 'get') {
        target.search = body.toString()
        return go(target, { headers: { accept: 'text/html', ...headers } }, page.url.origin)
      }
      const sent = {
        origin: page.url.origin,
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
        ...headers,
      }
      return go(target, { method: 'POST', headers: sent, body }, page.url.origin)
    },
    cookie: (address, name) => sentTo(jar, new URL(address)).find((cookie) => cookie.name === name)?.value,
    cookies: () => [...jar.values()].map(({ name, value, attributes }) => ({ name, value, attributes })),
    plant: (address, setCookie) => keep(jar, new URL(address), setCookie),
  }
}

type Cookie = { name: string; value: string; host: string; path: string; attributes: string }

function keep(jar: Map<string, Cookie>, url: URL, line: string): void {
  const [pair = '', ...rest] = line.split(';')
  const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1)]
  const attributes = rest.join(';')
  const path = /;?\s*path=([^;]*)/i.exec(attributes)?.[1] ?? '/'
  const key = `${url.hostname} ${path} ${name}`
  const maxAge = /max-age=(-?\d+)/i.exec(attributes)?.[1]
  const expires = /expires=([^;]+)/i.exec(attributes)?.[1]
  const isOver = maxAge === undefined ? expires && Date.parse(expires) < Date.now() : Number(maxAge) <= 0
  // Browsers refuse Secure cookies over plain http.
  const isRefused = /(^|;)\s*secure\s*(;|$)/i.test(attributes) && url.protocol !== 'https:'
  if (isOver) jar.delete(key)
  else if (!isRefused) jar.set(key, { name, value, host: url.hostname, path, attributes })
}

function sentTo(jar: Map<string, Cookie>, url: URL): Cookie[] {
  const below = (path: string) =>
    url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
  return [...jar.values()].filter(({ host, path }) => host === url.hostname && below(path))
}

function cookiesFor(jar: Map<string, Cookie>, url: URL): string {
  return sentTo(jar, url)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
}
