import { render } from 'preact-render-to-string'
import type { ReferenceFrameView } from '../views/reference-view.ts'
import { icon, type RenderedPage } from './document.tsx'
import styles from './reference-frame.css?inline'

/** The address of the program that shows the API reference; the build puts it in. */
declare const __REFERENCE_PROGRAM__: string | undefined

/**
 * `/docs/frame`: the page in which Scalar shows the API. It is configured to send nothing to anyone else: no fonts, no
 * telemetry, no proxy, no registry, no assistant. The policy enforces that: the page has no origin, so neither storage nor
 * cookies of ours, and no network at all; `fetch` goes to the page around it (`reference-sandbox.ts`). Scalar writes style
 * sheets while it runs, so inline styles are allowed; inline scripts are not.
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
  // The document brings its own samples; those that Scalar makes up know neither our headers nor our bodies.
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
  // Icons of the program, and answers that are pictures.
  'img-src data: blob:',
  "form-action 'none'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')
