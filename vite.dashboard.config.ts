import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './scripts/oldest-browsers.ts'

/**
 * The dashboard: a single page for the browser, cut by route. Its files lie beside those of the other pages
 * (`assets/`, named by their content); the server sends `index.html` at each of its addresses.
 */
export default defineConfig({
  root: 'web/dashboard',
  publicDir: false,
  // Packages say `use client`, which means nothing here, and each is warned of.
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
  plugins: [chosenTheme(), preloadedFonts()],
  resolve: {
    alias: [
      // React has had this hook since version 18; the shim brings one of its own for those before.
      { find: /^use-sync-external-store\/shim$/, replacement: 'use-sync-external-store' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: '../../dist/dashboard',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    // Only for class fields, which Safari has since 14.1: they would be rewritten for 15.4 because of a rare fault in
    // their scope, and make the first script a kilobyte larger.
    target: [...oldestBrowsers.filter((name) => !name.startsWith('safari')), 'safari16'],
    cssTarget: oldestBrowsers,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: firstScript }, { name: sharedScript, minShareCount: 5, maxModuleSize: 2_500 }],
        },
      },
    },
  },
})

/**
 * Puts all that is needed before anything is shown into one script beside the entry. Otherwise the bundler makes eight of
 * them, because pages import some of it too, and these compress worse by 2 KB in all.
 */
function firstScript(id: string, modules: Modules): string | null {
  return firstModules(modules).has(id) && id !== entry && !onlyForPages.test(id) ? 'first' : null
}

/**
 * Puts small modules that many pages import into one script. Each script of its own would cost a request, and its name
 * in the entry. Modules with styles, or with words of one area, stay outside, because every page would load those.
 */
function sharedScript(id: string, modules: Modules): string | null {
  if (!/web\/dashboard\/(ui|words|client|language)\//.test(id)) return null
  const known = firstModules(modules)
  const ofSome = /\.css$|(?<!\/words)\.json$/
  const hasMore = [...reachableFrom(id, modules)].some((one) => ofSome.test(one) && !known.has(one))
  return hasMore ? null : 'shared'
}

const entry = join(import.meta.dirname, 'web/dashboard/main.tsx')

/** A package's index names them beside what the frame uses. */
const onlyForPages = /useMutation|mutationObserver|infiniteQuery|useBlocker/i

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

let first = new Set<string>()

function firstModules(modules: Modules): Set<string> {
  if (first.size === 0) first = reachableFrom(entry, modules)
  return first
}

function reachableFrom(start: string, modules: Modules): Set<string> {
  const reached = new Set([start])
  // A set also yields what is added while it is read.
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}

/**
 * The dashboard lets people choose light or dark, which the other pages leave to the system. The palette stands once,
 * in the tokens: here its dark half also follows the attribute `data-theme`, and leaves those alone who chose light.
 */
function chosenTheme(): Plugin {
  return {
    name: 'chosen-theme',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/web/pages/tokens.css')) return null
      const text = readFileSync(id, 'utf8')
      const dark =
        /@media screen and \(prefers-color-scheme: dark\) \{\n {2}:root \{([\s\S]*?)\n {2}\}\n\}/.exec(text)
      if (!dark) throw new Error(`${id} has no dark palette where it is looked for`)
      const chosen = `@media screen { :root[data-theme="dark"] { color-scheme: dark;${dark[1]}\n} }\n`
      const followed = dark[0].replace(':root {', ':root:not([data-theme="light"]) {')
      return text.replace(dark[0], `${followed}\n${chosen}`)
    },
  }
}

/** The fonts are used only if they are there for the first paint, so the browser hears of them with the page. */
function preloadedFonts(): Plugin {
  return {
    name: 'preloaded-fonts',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {})
        return ['source-sans-3', 'source-serif-4'].map((family) => {
          const font = files.find((name) => name.includes(`${family}-latin-wght`) && name.endsWith('.woff2'))
          if (!font) throw new Error(`${family} is not among the files of the dashboard`)
          const attrs = {
            rel: 'preload',
            href: `/${font}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: 'anonymous',
          }
          return { tag: 'link', attrs, injectTo: 'head' as const }
        })
      },
    },
  }
}
