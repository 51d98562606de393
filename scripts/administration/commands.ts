import { listAccountsCommand, showAccountCommand } from './account-views.ts'
import {
  billAccountCommand,
  createAccountCommand,
  pauseAccountCommand,
  resumeAccountCommand,
} from './accounts.ts'
import { createAppCommand, deleteAppCommand, listAppsCommand } from './apps.ts'
import {
  backUpCommand,
  backUpKeyCommand,
  checkBackupsCommand,
  createIdentityCommand,
  listBackupsCommand,
  pruneBackupsCommand,
  verifyBackupCommand,
} from './backup.ts'
import {
  createClientCommand,
  listClientsCommand,
  revokeClientCommand,
  rotateClientCommand,
} from './clients.ts'
import { deleteAccountCommand, deletePersonCommand } from './deletion.ts'
import { exportAccountCommand } from './export.ts'
import { listKeysCommand, rotateKeysCommand, withdrawKeyCommand } from './keys.ts'
import { addMemberCommand, listMembersCommand, removeMemberCommand } from './members.ts'
import { listOutboxCommand, retryOutboxCommand, showOutboxMessageCommand } from './messages.ts'
import { moveAccountCommand, receiveAccountCommand } from './move.ts'
import { discardOutboxCommand, holdOutboxCommand, releaseOutboxCommand } from './outbox.ts'
import { allowCodesCommand, removePasskeysCommand } from './passkeys.ts'
import { quotaAccountCommand } from './quotas.ts'
import { restoreCommand } from './restore.ts'
import { createSandboxCommand } from './sandboxes.ts'
import { finishSecretsCommand, rotateSecretsCommand, secretsStatusCommand } from './secrets.ts'
import { networkHashCommand } from './security.ts'
import { rebuildIndexCommand, verifyIndexCommand } from './verify-index.ts'
import { verifyResultsCommand } from './verify-results.ts'

/** The commands of `npm run timbre`, in the order of its help. */
export const commands = [
  createAccountCommand,
  listAccountsCommand,
  showAccountCommand,
  pauseAccountCommand,
  resumeAccountCommand,
  billAccountCommand,
  quotaAccountCommand,
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
