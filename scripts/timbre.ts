import { listAccounts, showAccount } from './administration/account-views.ts'
import { billAccount, createAccount, pauseAccount, resumeAccount } from './administration/accounts.ts'
import { createApp, deleteApp, listApps } from './administration/apps.ts'
import { createClient, listClients, revokeClient, rotateClient } from './administration/clients.ts'
import { readLine } from './administration/command.ts'
import { deleteAccountCommand, deletePersonCommand } from './administration/deletion.ts'
import { listKeysCommand, rotateKeysCommand, withdrawKeyCommand } from './administration/keys.ts'
import { addMember, listMembersCommand, removeMemberCommand } from './administration/members.ts'
import { allowCodesCommand, removePasskeysCommand } from './administration/passkeys.ts'
import { runLine } from './administration/script.ts'
import { finishSecretsCommand, rotateSecretsCommand, secretsStatusCommand } from './administration/secrets.ts'
import { networkHashCommand } from './administration/security.ts'
import { verifyResultsCommand } from './administration/verify-results.ts'

/**
 * `npm run timbre -- <command>` administers the installation, beside its running service or without it. Bad usage
 * ends with 2, anything that cannot be done with 1, each with one line on standard error.
 */
const commands = [
  createAccount,
  listAccounts,
  showAccount,
  pauseAccount,
  resumeAccount,
  billAccount,
  allowCodesCommand,
  deleteAccountCommand,
  createClient,
  listClients,
  rotateClient,
  revokeClient,
  addMember,
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
  createApp,
  listApps,
  deleteApp,
  verifyResultsCommand,
]

await runLine(() => readLine('npm run timbre --', commands, process.argv.slice(2)))
