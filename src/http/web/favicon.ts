import type { FastifyInstance } from 'fastify'

/**
 * `/favicon.ico`: browsers request it for documents without an icon, or before they have read which one it names: for
 * JSON, for pictures, for a page that is left while it loads. 32 × 32 pixels, rendered from `icon` in
 * web/pages/document.tsx.
 */
export function registerFavicon(web: FastifyInstance): void {
  web.get('/favicon.ico', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-type', 'image/vnd.microsoft.icon')
      .send(favicon),
  )
}

/** A PNG in an ICO container, which every browser supports. */
const favicon = Buffer.from(
  'AAABAAEAICAAAAEAIABBAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAQDAAAAgVRnxwAAADBQTFRFTGlxFh8aFyMXFx8bGCEbFiAb' +
    'Fx8aFR8bFyAb9ff0hYuGVl5Z7vDtJi8qeH55wMXB1C4KUwAAAAh0Uk5TAPIVg1TO0FI6WPZDAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAo0lE' +
    'QVQoz2NgYDKV6ICCxmAFBgYGxw4kIMLAwNKBAhwYFFEFhBgsUAWaGTJQBVoZJFAFGhnA1J4dcBGIwMoVHR29b9EEumbhFtiNLnAGJrAbKjAT' +
    'KNC9AyhwBkmg5wRQYCaSQOcMygTOwAT+IzkMLIDsdCwCaL7tnIESHvduIASgQQgTaGSIgDB6TsACGRoN3Ttg0YARUWhRWYAW2eLA2EdLDgCi' +
    'sQyllPHQygAAAABJRU5ErkJggg==',
  'base64',
)
