import { render } from 'preact-render-to-string'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { ReferenceFrameView } from '../../src/http/views/reference-view.ts'
import { icon } from './document.tsx'
import styles from './reference-frame.css?inline'

/** URL of the script that shows the API reference; the build inserts it. */
declare const __REFERENCE_PROGRAM__: string | undefined

/**
 * `/docs/frame`: the page in which Scalar shows the API. Scalar is configured to contact no other host: no fonts,
 * telemetry, proxy, registry or assistant. The policy enforces that: the page has an opaque origin, so no storage,
 * cookies or network; `fetch` goes to the parent page (`reference-sandbox.ts`). Scalar writes style sheets at run
 * time, so inline styles are allowed; inline scripts are not.
 */
export function renderReferenceFrame(view: ReferenceFrameView): RenderedPage {
  const program = typeof __REFERENCE_PROGRAM__ === 'string' ? __REFERENCE_PROGRAM__ : '/assets/scalar.js'
  const html = render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{view.title}</title>
        <link rel="icon" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <p class="reference-loading">{view.loading}</p>
        <script
          id="api-reference"
          type="application/json"
          data-url={view.description}
          data-configuration={JSON.stringify({ ...settings, url: view.description })}
        />
        <script src={program} />
      </body>
    </html>,
  )
  return { html: `<!doctype html>${html}`, contentSecurityPolicy }
}

const settings = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'M2M' },
  // The document has its own samples; Scalar's generated ones don't know our headers and bodies.
  hiddenClients: true,
  documentDownloadType: 'json',
  defaultOpenFirstTag: true,
  showOperationId: true,
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
  modelsSectionLabel: 'Schemas',
  isEditable: false,
}

const contentSecurityPolicy = [
  'sandbox allow-scripts allow-downloads',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'none'",
  // Scalar's icons, and image responses.
  'img-src data: blob:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')
