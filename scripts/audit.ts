import { parseCommandLine } from './administration/command.ts'
import { runScript } from './administration/script.ts'
import { verifyCommand } from './administration/verify.ts'

/**
 * `npm run audit -- verify` proves that no entry of the audit log was changed, removed, moved or truncated: it exits
 * with 0 and one line per account, or with 1 and one line per fault.
 */
await runScript(() => parseCommandLine('npm run audit --', [verifyCommand], process.argv.slice(2)))
