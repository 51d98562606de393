import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import tokens from './tokens.css?inline'

/** A whole page, and the policy that its answer must carry. */
export type RenderedPage = { readonly html: string; readonly contentSecurityPolicy: string }

export type PageParts = {
  readonly languageTag: string
  readonly title: string
  /** Style sheets after the tokens. */
  readonly styles: string
  readonly body: VNode
  /** What the script of the page starts from, and its address. */
  readonly script?: { readonly address: string; readonly state: unknown }
  /** A `style-src` for pages that show documents of others; the usual one allows this page's sheet alone. */
  readonly styleSource?: string
}

/**
 * Sets a page into its document: styles inline (so that the first paint needs no second request) and allowed by
 * their hash, no inline script, no style attribute, no other host.
 */
export function renderDocument({
  languageTag,
  title,
  styles,
  body,
  script,
  styleSource,
}: PageParts): RenderedPage {
  const sheet = tokens + styles
  const html = render(
    <html lang={languageTag} dir={isRightToLeft(languageTag) ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f5f7f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1412" media="(prefers-color-scheme: dark)" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: sheet }} />
        {script && <script type="module" src={script.address} />}
      </head>
      <body>
        {body}
        {script && (
          <script
            type="application/json"
            id="state"
            dangerouslySetInnerHTML={{ __html: asData(script.state) }}
          />
        )}
      </body>
    </html>,
  )
  return {
    html: `<!doctype html>${html}`,
    contentSecurityPolicy: policy(styleSource ?? `'sha256-${sha256(sheet)}'`),
  }
}

function policy(styleSource: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** JSON that stays inside its element whatever a name or a text holds. */
function asData(state: unknown): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}

/** Hashed once a sheet: there are only a few, one for each kind of page. */
function sha256(sheet: string): string {
  const known = hashes.get(sheet) ?? createHash('sha256').update(sheet).digest('base64')
  hashes.set(sheet, known)
  return known
}

const hashes = new Map<string, string>()

function isRightToLeft(languageTag: string): boolean {
  return /^(ar|fa|he|ur)\b/.test(languageTag)
}

/** The mark on its plate, as an address that needs no request. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17201b"/>' +
    '<path d="M7 12.5v7M11.5 8v15.5M16 14.5v12M20.5 9.5v12M25 13.5v5.5" stroke="#f5f7f4" stroke-width="2" ' +
    'stroke-linecap="round"/></svg>',
)}`
