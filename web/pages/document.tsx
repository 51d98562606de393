import { createHash } from 'node:crypto'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import type { AppearanceView, InksView } from '../../src/http/views/appearance-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { FontPreloads, fontStyles } from './fonts.tsx'
import tokens from './tokens.css?inline'

export type PageParts = {
  readonly languageTag: string
  readonly title: string
  /** Style sheets after the tokens. */
  readonly styles: string
  readonly body: VNode
  /** Initial data of the page script, and its URL. */
  readonly script?: { readonly address: string; readonly state: unknown }
  /** The account's colors instead of the default ink. */
  readonly brand?: NonNullable<AppearanceView['brand']> | undefined
  /** A `style-src` for pages that embed other documents; by default only the page's own sheet is allowed. */
  readonly styleSource?: string
  /** For pages that must be complete with one response, over any network: those of taking. */
  readonly systemFonts?: boolean
  /** A theme that the reader chose. Undefined for pages that follow the system. */
  readonly theme?: 'light' | 'dark' | undefined
  /** Other origins that forms may lead to, for `form-action`: browsers check redirects too. */
  readonly formTargets?: readonly string[]
  /** For previews of the page's address in other services. Without it, the title is all that they learn. */
  readonly preview?: {
    readonly title: string
    readonly text: string
    readonly url: string
    readonly picture: string
    readonly width: number
    readonly height: number
  }
}

/**
 * Builds the HTML document: styles are inline, so the first paint needs no second request, and allowed by hash. No
 * inline script, style attribute or other origin.
 */
export function renderDocument({
  languageTag,
  title,
  styles,
  body,
  script,
  brand,
  styleSource,
  systemFonts = false,
  theme,
  formTargets = [],
  preview,
}: PageParts): RenderedPage {
  const sheet = inTheme(tokens + (systemFonts ? '' : fontStyles) + styles, theme)
  const colors = brand && brandSheet(brand)
  const html = render(
    <html lang={languageTag} dir={isRightToLeft(languageTag) ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {theme !== 'dark' && (
          <meta
            name="theme-color"
            content="#f5f7f4"
            media={theme ? undefined : '(prefers-color-scheme: light)'}
          />
        )}
        {theme !== 'light' && (
          <meta
            name="theme-color"
            content="#0f1412"
            media={theme ? undefined : '(prefers-color-scheme: dark)'}
          />
        )}
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        {preview && <PreviewTags preview={preview} />}
        {/* On a slow connection, the page is rendered when it is complete, so nothing moves afterwards. */}
        <link rel="expect" href="#whole" {...blockingRender} />
        {!systemFonts && <FontPreloads languageTag={languageTag} />}
        <link rel="icon" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: sheet }} />
        {colors && <style dangerouslySetInnerHTML={{ __html: colors }} />}
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
        <i id="whole" hidden />
      </body>
    </html>,
  )
  return {
    html: `<!doctype html>${html}`,
    contentSecurityPolicy: policy(
      styleSource ?? [sheet, ...(colors ? [colors] : [])].map(hashSource).join(' '),
      formTargets,
    ),
  }
}

/** The styles with a chosen theme: the conditions for dark are true or false, whatever the system says. */
function inTheme(sheet: string, theme: PageParts['theme']): string {
  if (!theme) return sheet
  return sheet
    .replace(/\(prefers-color-scheme: ?dark\)/g, theme === 'dark' ? '(min-width: 0)' : '(max-width: 0)')
    .replace(/color-scheme: ?light dark/g, `color-scheme: ${theme}`)
}

/** Open Graph (ogp.me), and the card of X, which would show the picture small. */
function PreviewTags({ preview }: { preview: NonNullable<PageParts['preview']> }) {
  const { title, text, url, picture, width, height } = preview
  const tags = {
    'og:type': 'website',
    'og:title': title,
    'og:description': text,
    'og:url': url,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(width),
    'og:image:height': String(height),
    'og:image:alt': text,
  }
  return (
    <>
      {Object.entries(tags).map(([name, content]) => (
        <meta key={name} {...{ property: name }} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function policy(styleSource: string, formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/** Attributes of the HTML standard that the package's types lack. */
const blockingRender = { blocking: 'render' }

/** JSON that can't break out of its element, whatever a name or a text contains. */
function asData(state: unknown): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c')
}

/** An account's color replaces only `ink` and its wash. Colors of levels, letters and focus rings are fixed. */
function brandSheet({ light, dark }: NonNullable<AppearanceView['brand']>): string {
  const inks = ({ ink, onInk, wash }: InksView) => `:root{--ink:${ink};--on-ink:${onInk};--ink-wash:${wash}}`
  return `${inks(light)}@media screen and (prefers-color-scheme: dark){${inks(dark)}}`
}

/** Long sheets are hashed once: there are only a few, one per kind of page. */
function hashSource(sheet: string): string {
  const hash = hashes.get(sheet) ?? createHash('sha256').update(sheet).digest('base64')
  if (sheet.length > 1_000) hashes.set(sheet, hash)
  return `'sha256-${hash}'`
}

const hashes = new Map<string, string>()

function isRightToLeft(languageTag: string): boolean {
  return /^(ar|fa|he|ur)\b/.test(languageTag)
}

/** The logo mark as a data URL, without a request. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#17201b"/>' +
    '<path d="M7 12.5v7M11.5 8v15.5M16 14.5v12M20.5 9.5v12M25 13.5v5.5" stroke="#f5f7f4" stroke-width="2" ' +
    'stroke-linecap="round"/></svg>',
)}`
