import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { buildCard } from './card.ts'
import { buildDashboardLanguages } from './dashboard-languages.ts'
import { writeReference } from './reference.ts'

/** Keep files of earlier builds this long, so that pages opened before an update still find their scripts. */
const keepDays = 7

const root = join(import.meta.dirname, '..')

/**
 * Builds the web part into `dist`: `assets/` for browsers, `pages/server.js` for the server, `dashboard/` with the
 * document of the single-page dashboard in each language, and `.stamp`, whose time is the start of the build, so that sources changed
 * meanwhile count as newer. It builds in its own folder and moves each file into place atomically, the server's last,
 * so that two builds and a running service don't interfere.
 */
export async function buildWeb(): Promise<void> {
  const startedAt = new Date()
  const dist = join(root, 'dist')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const fresh = mkdtempSync(join(root, '.cache', 'build-'))
  try {
    await build({ root, build: { outDir: fresh } })
    const define = { __SUMMARY_CARD__: JSON.stringify(await buildCard()) }
    await build({ root, define, build: { outDir: fresh, ssr: 'web/pages/server.tsx' } })
    const dashboard = join(fresh, 'dashboard')
    await build({ configFile: join(root, 'vite.dashboard.config.ts'), build: { outDir: dashboard } })
    moveInto(join(dashboard, 'assets'), join(fresh, 'assets'))
    writeLanguages(dashboard, join(fresh, 'assets'))
    rmSync(join(dashboard, 'assets'), { recursive: true })
    compressScripts(join(fresh, 'assets'))
    const assets = moveInto(join(fresh, 'assets'), join(dist, 'assets'))
    const reference = await writeReference(join(dist, 'assets'))
    moveInto(join(fresh, 'pages'), join(dist, 'pages'))
    moveInto(join(fresh, 'dashboard'), join(dist, 'dashboard'))
    forgetOld(join(dist, 'assets'), [...assets, ...reference], startedAt)
    writeFileSync(join(dist, '.stamp'), '')
    utimesSync(join(dist, '.stamp'), startedAt, startedAt)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Writes the documents of the dashboard into its folder, and the words they load into the assets. */
function writeLanguages(dashboard: string, assets: string): void {
  const html = readFileSync(join(dashboard, 'index.html'), 'utf8')
  const { documents, scripts } = buildDashboardLanguages(html, join(root, 'content/locales'))
  for (const [name, script] of Object.entries(scripts)) writeFileSync(join(assets, name), script)
  writeFileSync(join(dashboard, 'documents.json'), JSON.stringify(documents))
}

/** Compressed once here instead of at every request. Fonts are already compressed. */
function compressScripts(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css)$/.test(one))) {
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** Moves every file of a flat folder into another, replacing existing files, and returns their names. */
function moveInto(from: string, to: string): string[] {
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from)
  for (const name of names) renameSync(join(from, name), join(to, name))
  return names
}

function forgetOld(folder: string, current: readonly string[], now: Date): void {
  for (const name of readdirSync(folder)) {
    const age = now.getTime() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (!current.includes(name) && age > keepDays * 86_400_000) rmSync(join(folder, name), { force: true })
  }
}

if (import.meta.main) await buildWeb()
