import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const sdk = join(root, 'clients/sdk')

/** Builds the SDK into a folder: modules for Node, browsers and edge runtimes, with their types. */
export function buildSdk(dist: string): void {
  rmSync(dist, { recursive: true, force: true })
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', sdk, '--outDir', dist], { stdio: 'inherit' })
  const declarations = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.d.ts'),
  )
  for (const name of declarations) {
    // The compiler rewrites imports of modules only; older compilers don't find `./call.ts` from a declaration.
    const text = readFileSync(join(dist, name), 'utf8')
    writeFileSync(join(dist, name), text.replace(/(from '\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
  }
}

/** Builds the command line into a folder: one file for Node, with the SDK and the numbering plans inside. */
export async function buildCommandLine(dist: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'clients/cli'),
    ssr: { noExternal: true },
    build: {
      ...{ outDir: dist, emptyOutDir: true, minify: false, target: 'node22' },
      ssr: 'main.ts',
      rolldownOptions: {
        output: {
          comments: { jsdoc: false },
          entryFileNames: 'timbre.js',
          banner: '#!/usr/bin/env node',
          codeSplitting: false,
        },
      },
    },
  })
  for (const name of ['LICENSE', 'LICENSE.Apache'])
    copyFileSync(join(root, 'node_modules/libphonenumber-js', name), join(dist, `libphonenumber-js-${name}`))
  chmodSync(join(dist, 'timbre.js'), 0o755)
}

/** `npm run clients` builds the packages below `clients`. */
if (import.meta.main) {
  buildSdk(join(sdk, 'dist'))
  await buildCommandLine(join(root, 'clients/cli/dist'))
}
