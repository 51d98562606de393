import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs the protocol's conformance package with these arguments, as from a shell. */
export async function runConformance(...words: string[]): Promise<{ code: number | null; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-conformance-'))
  const root = join(import.meta.dirname, '../..')
  const command = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const child = spawn(process.execPath, [command, ...words, '--output-dir', folder], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  rmSync(folder, { recursive: true, force: true })
  return { code, printed }
}
