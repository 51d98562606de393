import { parseCommandLine } from './administration/command.ts'
import { runLine } from './administration/script.ts'
import { verifyCommand } from './administration/verify.ts'

/**
 * `npm run audit -- verify` proves that no entry of the audit log was changed, removed, moved or cut off: it ends
 * with 0 and a line for each account, or with 1 and a line for each fault.
 */
await runLine(() => parseCommandLine('npm run audit --', [verifyCommand], process.argv.slice(2)))
