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
import { writeReference } from './reference.ts'

/** Files of an earlier build stay this long, so that a page opened before an update still finds its script. */
const keepDays = 7

const root = join(import.meta.dirname, '..')

/**
 * Builds the web part into `dist`: `assets/` for the browser, `pages/server.js` for the server, `dashboard/` with the
 * document of the single-page dashboard, and `.stamp`, whose
 * time is that of the start, so that a source changed meanwhile counts as newer. It builds in a folder of its own
 * and moves each file into place in one step, the server's last: two builds may run at once, and a service may run.
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

/** Compressed once here rather than at every request; fonts are compressed as they come. */
function compressScripts(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css)$/.test(one))) {
    const text = readFileSync(join(folder, name))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}

/** Renames every file of one flat folder into another, over what stands there, and names them. */
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
