import type { FastifyRequest } from 'fastify'

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Browser and system by name, such as `Firefox, Windows`: enough to recognize a session, too little to track one. */
export function describeUserAgent(request: FastifyRequest): string | null {
  const text = request.headers['user-agent']?.slice(0, 500) ?? ''
  const nameIn = (patterns: typeof browsers | typeof systems) =>
    patterns.find(([, sign]) => sign.test(text))?.[0]
  return [nameIn(browsers), nameIn(systems)].filter((one) => one !== undefined).join(', ') || null
}
