import { clientHelp, isClientCommand, runClientCommand } from '../clients/cli/program.ts'
import { listAccountsCommand, showAccountCommand } from './administration/account-views.ts'
import {
  billAccountCommand,
  createAccountCommand,
  pauseAccountCommand,
  resumeAccountCommand,
} from './administration/accounts.ts'
import { createAppCommand, deleteAppCommand, listAppsCommand } from './administration/apps.ts'
import {
  backUpCommand,
  backUpKeyCommand,
  checkBackupsCommand,
  createIdentityCommand,
  listBackupsCommand,
  pruneBackupsCommand,
  verifyBackupCommand,
} from './administration/backup.ts'
import {
  createClientCommand,
  listClientsCommand,
  revokeClientCommand,
  rotateClientCommand,
} from './administration/clients.ts'
import { parseCommandLine } from './administration/command.ts'
import { deleteAccountCommand, deletePersonCommand } from './administration/deletion.ts'
import { exportAccountCommand } from './administration/export.ts'
import { listKeysCommand, rotateKeysCommand, withdrawKeyCommand } from './administration/keys.ts'
import { addMemberCommand, listMembersCommand, removeMemberCommand } from './administration/members.ts'
import { listOutboxCommand, retryOutboxCommand, showOutboxMessageCommand } from './administration/messages.ts'
import { moveAccountCommand, receiveAccountCommand } from './administration/move.ts'
import { discardOutboxCommand, holdOutboxCommand, releaseOutboxCommand } from './administration/outbox.ts'
import { allowCodesCommand, removePasskeysCommand } from './administration/passkeys.ts'
import { restoreCommand } from './administration/restore.ts'
import { createSandboxCommand } from './administration/sandboxes.ts'
import { runLine } from './administration/script.ts'
import { finishSecretsCommand, rotateSecretsCommand, secretsStatusCommand } from './administration/secrets.ts'
import { networkHashCommand } from './administration/security.ts'
import { rebuildIndexCommand, verifyIndexCommand } from './administration/verify-index.ts'
import { verifyResultsCommand } from './administration/verify-results.ts'

/**
 * `npm run timbre -- <command>` administers the installation, whether or not its service is running. Commands of
 * `clients/cli` need a running service and nothing of this installation. Bad usage exits with 2, failures with 1, each
 * with one line on standard error.
 */
const commands = [
  createAccountCommand,
  listAccountsCommand,
  showAccountCommand,
  pauseAccountCommand,
  resumeAccountCommand,
  billAccountCommand,
  allowCodesCommand,
  deleteAccountCommand,
  exportAccountCommand,
  receiveAccountCommand,
  moveAccountCommand,
  createSandboxCommand,
  createClientCommand,
  listClientsCommand,
  rotateClientCommand,
  revokeClientCommand,
  addMemberCommand,
  removeMemberCommand,
  listMembersCommand,
  removePasskeysCommand,
  deletePersonCommand,
  listKeysCommand,
  rotateKeysCommand,
  withdrawKeyCommand,
  rotateSecretsCommand,
  secretsStatusCommand,
  finishSecretsCommand,
  networkHashCommand,
  createAppCommand,
  listAppsCommand,
  deleteAppCommand,
  verifyResultsCommand,
  verifyIndexCommand,
  rebuildIndexCommand,
  backUpCommand,
  listBackupsCommand,
  verifyBackupCommand,
  checkBackupsCommand,
  pruneBackupsCommand,
  backUpKeyCommand,
  createIdentityCommand,
  restoreCommand,
  listOutboxCommand,
  showOutboxMessageCommand,
  retryOutboxCommand,
  holdOutboxCommand,
  releaseOutboxCommand,
  discardOutboxCommand,
]

const words = process.argv.slice(2)
if (isClientCommand(words)) await runAsClient()
else await runLine(() => parseCommandLine('npm run timbre --', commands, words))
if (words[0] === '--help' || words[0] === 'help') process.stdout.write(`\n${clientHelp()}\n`)

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
