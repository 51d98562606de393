import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build } from 'vite'
import { localized } from '../src/content/localized.ts'
import { itemsIn, scalesIn } from '../src/content/texts.ts'
import { languageTags, locales } from '../src/contract/locale.ts'
import type { CardTexts } from '../web/card/texts.ts'

const root = join(import.meta.dirname, '..')

/** The results card, the MCP App of `get_behavioral_summary`, as one self-contained document. */
export async function buildCard(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    define: { __CARD_TEXTS__: JSON.stringify(cardTexts()) },
    build: {
      write: false,
      target: 'es2022',
      // Newer than the script's target, so that the dark values are not written out twice.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      modulePreload: false,
      cssCodeSplit: false,
      lib: { entry: 'web/card/card.ts', formats: ['iife'], name: 'card', fileName: 'card' },
    },
  })
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : []
  const script = output.flatMap((file) => (file.type === 'chunk' ? [file.code.trim()] : []))[0]
  const sheet = output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
  if (!script || sheet?.type !== 'asset') throw new Error('The card came without its script or its styles.')
  return documentOf(script, String(sheet.source).trim())
}

/** The card's texts in every language. */
export function cardTexts(): CardTexts[] {
  return locales.map((locale) => {
    const { levels, traits, letters } = scalesIn(locale)
    const { D, I, S, C } = letters
    const names = Object.entries(traits).map(([key, { name }]) => [key, name])
    return {
      ...ownTexts(locale),
      languageTag: languageTags[locale],
      levels,
      traits: Object.fromEntries(names),
      letters: { d: D.name, i: I.name, s: S.name, c: C.name },
      values: itemsIn(locale).core.values,
    } as CardTexts
  })
}

const ownTexts = localized<object>('card.json')

/**
 * The document's content security policy is stricter than a host's: only this script and these styles, by hash. So
 * nothing in an answer could run, even if the card forgot to escape it.
 */
function documentOf(script: string, styles: string): string {
  const code = script.replaceAll('</script', '<\\/script')
  const policy =
    `default-src 'none'; script-src ${hashSource(code)}; style-src ${hashSource(styles)}; ` +
    "base-uri 'none'; form-action 'none'"
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">' +
    '<meta name="format-detection" content="telephone=no">' +
    `<title>Timbre</title><style>${styles}</style></head>` +
    '<body><div class="out-of-sight" role="status"></div><main></main>' +
    `<script>${code}</script></body></html>\n`
  )
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
