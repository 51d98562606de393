import { loadQuickly } from '../src/load-quickly.ts'

/**
 * `npm run timbre -- <command>` administers the installation, whether or not its service is running. Commands of
 * `clients/cli` need a running service and nothing of this installation. Bad usage exits with 2, failures with 1, each
 * with one line on standard error.
 */
loadQuickly()
const { clientHelp, isClientCommand, runClientCommand } = await import('../clients/cli/program.ts')
const words = process.argv.slice(2)
if (isClientCommand(words)) await runAsClient()
else await administer()
if (words[0] === '--help' || words[0] === 'help') process.stdout.write(`\n${clientHelp()}\n`)

/** Loaded when needed: commands of the client need none of the service's modules. */
async function administer(): Promise<void> {
  const [{ parseCommandLine }, { commands }, { runScript }] = await Promise.all([
    import('./administration/command.ts'),
    import('./administration/commands.ts'),
    import('./administration/script.ts'),
  ])
  await runScript(() => parseCommandLine('npm run timbre --', commands, words))
}

async function runAsClient(): Promise<void> {
  const stop = new AbortController()
  // The reader has what it wanted, such as `head -1`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(process.exitCode ?? 0)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  process.exitCode = await runClientCommand(words, {
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    say: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
    // Only signing in needs these, which is not a command here.
    openAddress: () => {},
    readLine: async () => '',
  })
}
