import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { oldestBrowsers } from './scripts/oldest-browsers.ts'
import { referenceName } from './scripts/reference.ts'

/**
 * Two builds into one folder: `vite build` makes the browser's files (`assets/`, named by their content), then
 * `vite build --ssr` makes `pages/server.js`, which knows those names. `scripts/build.ts` runs both.
 */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  logLevel: 'warn',
  // Never the development runtime, whatever NODE_ENV says: it writes file paths into the page's script.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  plugins: isSsrBuild ? [knownAssets()] : [],
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    ...(isSsrBuild ? forServer : forBrowser),
  },
}))

const forBrowser = {
  manifest: true,
  target: oldestBrowsers,
  rolldownOptions: {
    input: {
      take: 'web/pages/take.tsx',
      passkey: 'web/pages/passkey.ts',
      copy: 'web/pages/copy.ts',
      language: 'web/pages/language.ts',
      print: 'web/pages/print.ts',
      reference: 'web/pages/reference-host.ts',
    },
  },
}

const forServer = {
  ssr: 'web/pages/server.tsx',
  ssrEmitAssets: true,
  target: 'node24',
  cssTarget: oldestBrowsers,
  minify: false,
  rolldownOptions: { output: { entryFileNames: 'pages/server.js', codeSplitting: false } },
}

/**
 * Tells the server's pages the addresses of their scripts, from the manifest of the browser's build, and that of the
 * API reference.
 */
function knownAssets(): Plugin {
  return {
    name: 'known-assets',
    config({ root = '.', build }) {
      const manifest = resolve(root, build?.outDir ?? 'dist', '.vite/manifest.json')
      const files: Record<string, { file: string }> = JSON.parse(readFileSync(manifest, 'utf8'))
      const addressOf = (source: string) => {
        const entry = files[source]
        if (!entry) throw new Error(`${manifest} has no entry for ${source}`)
        return `/${entry.file}`
      }
      const addresses = {
        __TAKE_SCRIPT__: addressOf('web/pages/take.tsx'),
        __PASSKEY_SCRIPT__: addressOf('web/pages/passkey.ts'),
        __COPY_SCRIPT__: addressOf('web/pages/copy.ts'),
        __LANGUAGE_SCRIPT__: addressOf('web/pages/language.ts'),
        __PRINT_SCRIPT__: addressOf('web/pages/print.ts'),
        __REFERENCE_SCRIPT__: addressOf('web/pages/reference-host.ts'),
        __REFERENCE_PROGRAM__: `/assets/${referenceName()}`,
      }
      const quoted = Object.entries(addresses).map(([name, address]) => [name, JSON.stringify(address)])
      return { define: Object.fromEntries(quoted) }
    },
  }
}
