import { render } from 'preact-render-to-string'
import { icon, type RenderedPage } from './document.tsx'
import styles from './reference.css?inline'
import type { ReferenceView } from './views.ts'

/** The address of the program that shows the API reference; the build puts it in. */
declare const __REFERENCE_SCRIPT__: string | undefined

/**
 * `/docs`: the page in which Scalar shows the API. It is told here to ask nobody else: no fonts, no telemetry, no proxy, no
 * registry, no assistant; and the policy would stop it if it tried. Its program writes style sheets while it runs, the
 * editor of answers among them, so styles may stand inline; scripts may not. It is code of others, so it runs in a sandbox,
 * as an origin that has no storage and no cookies of ours; it calls the API as any other origin does.
 */
export function renderReference(view: ReferenceView): RenderedPage {
  const script = typeof __REFERENCE_SCRIPT__ === 'string' ? __REFERENCE_SCRIPT__ : '/assets/scalar.js'
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
        <noscript>
          <p class="reference-loading">
            {view.withoutScript} <a href={view.plain}>{view.plain}</a>
          </p>
        </noscript>
        <script
          id="api-reference"
          type="application/json"
          data-url={view.description}
          data-configuration={JSON.stringify({ ...settings, url: view.description })}
        />
        <script src={script} />
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
  // An origin of its own: what the program does, it does without what the dashboard keeps in this one.
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
