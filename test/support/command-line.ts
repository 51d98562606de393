import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runClientCommand } from '../../clients/cli/program.ts'
import { afterFile } from './file-cleanup.ts'
import { compileCache } from './process.ts'

export type CommandRun = { code: number; printed: string[]; said: string[] }

/** An empty home of someone who uses `timbre`, removed after the test file. */
export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'timbre-home-'))
  afterFile(() => rmSync(home, { recursive: true }))
  return home
}

/** Runs a line of the program within this process. */
export async function runTimbre(
  words: readonly string[],
  {
    environment,
    openAddress = () => {},
    readLine = async () => '',
    signal = new AbortController().signal,
    said = [],
  }: {
    environment: Record<string, string>
    openAddress?: (address: string) => void
    readLine?: () => Promise<string>
    signal?: AbortSignal
    said?: string[]
  },
): Promise<CommandRun> {
  const printed: string[] = []
  const code = await runClientCommand(words, {
    ...{ environment, signal, openAddress, readLine },
    print: (line) => printed.push(line),
    say: (line) => said.push(line),
  })
  return { code, printed, said }
}

/** The program in a process of its own; `said` is called with each piece of its standard error. */
export function spawnTimbre(
  words: readonly string[],
  environment: Record<string, string>,
  said: (text: string) => void = () => {},
) {
  const program = join(import.meta.dirname, '../../clients/cli/main.ts')
  const env = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...environment }
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', said)
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
  return { child, ended }
}
