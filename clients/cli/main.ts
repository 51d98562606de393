import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { runClientCommand } from './program.ts'

/** The program `timbre`. A reader of its output that has what it wanted ends it without a word. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => abort.abort())

process.exitCode = await runClientCommand(process.argv.slice(2), {
  environment: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
  say: (line) => process.stderr.write(`${line}\n`),
  signal: abort.signal,
  openAddress,
  readLine,
})
process.stdin.unref?.()
// A request that hangs would keep the program for as long as it may be tried again.
if (abort.signal.aborted) process.stdout.write('', () => process.exit())

/** Opens the browser; if there is none, the address that was printed remains. */
function openAddress(address: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : [process.env.BROWSER || 'xdg-open', address]
  spawn(command as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}

function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => resolve(''))
  })
}
