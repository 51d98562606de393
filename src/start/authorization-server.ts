import type { Config } from '../config.ts'
import type { GuardedFetch } from '../contract/guarded-fetch.ts'
import type { Limits } from '../contract/limits.ts'
import type { AsyncPorts, Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { connectApp } from '../domain/app/connect.ts'
import { revokeDashboardGrants } from '../domain/app/dashboards.ts'
import { getGrant, listConnectedApps } from '../domain/app/list.ts'
import type { AppParts } from '../domain/app/model.ts'
import { revokeOrphanedGrants } from '../domain/app/orphaned-grants.ts'
import { revokeGrants } from '../domain/app/revoke.ts'
import { countFailedSignIns, type FailedSignInCount } from '../domain/failed-sign-in/count.ts'
import { deliverFailedSignIns } from '../domain/failed-sign-in/deliver.ts'
import type { SendFailedSignIns } from '../domain/failed-sign-in/model.ts'
import { checkDomains } from '../domain/identity-provider/check-domains.ts'
import { recordRecovery } from '../domain/identity-provider/recover.ts'
import { sweepPeople } from '../domain/person/sweep.ts'
import type { AppsInterface } from '../http/oauth/apps-interface.ts'
import type { FetchClientDocument } from '../http/oauth/client-documents.ts'
import { createCsrfProtection } from '../http/oauth/csrf.ts'
import type { RunMemberOperation } from '../http/oauth/member-operations-interface.ts'
import type { OAuthSettings } from '../http/oauth/settings.ts'
import type { Pages } from '../http/views/pages.ts'
import { putCommandLine } from '../identity/authorization/command-line-client.ts'
import { putDashboard } from '../identity/authorization/dashboard-client.ts'
import { sweepAuthorization } from '../identity/authorization/sweep.ts'
import type { MembershipSource } from '../identity/people/memberships.ts'
import type { SigningKeys } from '../identity/signing-keys.ts'
import type { TokenVerifier } from '../identity/token-verifier.ts'
import type { Log } from '../platform/log.ts'
import { type RepeatedTask, startRepeatedTask } from '../platform/repeated-task.ts'
import { createOAuthProtocol } from './oauth-protocol.ts'
import type { createStartShared } from './shared-tasks.ts'
import { createSignInService } from './sign-in-service.ts'

export type AuthorizationServerParts = {
  config: Config
  database: Database
  secretKey: SecretKey
  installation: AppParts['installation']
  clock: Clock
  newId: () => string
  pages: Pages
  log: Log
  keys: () => SigningKeys
  verify: TokenVerifier
  limits: Limits
  /** For the identity providers of accounts. */
  guardedFetch: GuardedFetch
  /** How client ID metadata documents are fetched; for tests. */
  readDocument?: FetchClientDocument | undefined
  /** Called after an email was queued. */
  wakeOutbox: () => void
  noteRefusedQuota: OAuthSettings['noteRefusedQuota']
  /** Access to the other regions. */
  regions: Pick<AppParts, 'queueRegionMessage'> &
    Required<Pick<MembershipSource, 'listRemoteMemberships'>> & { runMemberOperation: RunMemberOperation }
}

/** The settings of the pages, and the counter of failed sign-ins that they feed. */
export type AuthorizationServer = OAuthSettings & { failedSignIns: FailedSignInCount }

/** Connects the parts of the authorization server, and registers the dashboard as its client. */
export async function createAuthorizationServer(
  parts: AuthorizationServerParts,
): Promise<AuthorizationServer> {
  const { config, database, clock, pages, log, regions } = parts
  const roots = [config.publicUrl, ...Object.values(config.peers)]
  await database.inSystem((sql) => putDashboard(sql, roots, clock()))
  await database.inSystem((sql) => putCommandLine(sql, clock()))
  const apps: AppParts = { ...parts, region: config.region, queueRegionMessage: regions.queueRegionMessage }
  const memberships: MembershipSource = {
    region: config.region,
    listRemoteMemberships: regions.listRemoteMemberships,
  }
  const failedSignIns = countFailedSignIns({ database, clock, region: config.region })
  return {
    failedSignIns,
    authUrl: config.authUrl,
    mountPath: config.authUrl.slice(config.publicUrl.length),
    publicUrl: config.publicUrl,
    region: config.region,
    apiRoots: config.regions,
    ...(config.demo && { mailbox: '/dev/mailbox' }),
    pages,
    clock,
    limits: parts.limits,
    ...createOAuthProtocol({ ...parts, apps, memberships }),
    people: createSignInService(
      {
        ...parts,
        publicUrl: config.publicUrl,
        authUrl: config.authUrl,
        memberships,
        isLimited: config.rateLimits !== undefined,
        recordRecovery: async (recovery) => {
          await database.inAccount(recovery.accountId, (sql) => recordRecovery(sql, parts, recovery))
        },
        countFailedSignIn: failedSignIns.count,
        revokeAppsOf: async (personId, requestId, onlyAccountId) => {
          const selection = { personId, ...(onlyAccountId && { accountId: onlyAccountId }) }
          await revokeGrants(apps, selection, { reason: 'signed_out_everywhere', requestId })
        },
        revokeDashboardOf: async (personId, requestId, keptMarks = []) => {
          await revokeDashboardGrants(apps, { personId, keptMarks }, requestId)
        },
      },
      { sendEmails: parts.wakeOutbox, hasLinks: config.demo },
    ),
    apps: appsOf(apps),
    noteRefusedQuota: parts.noteRefusedQuota,
    runMemberOperation: regions.runMemberOperation,
    csrf: createCsrfProtection(parts.secretKey),
    newId: parts.newId,
    logError: (fields, message) => log.error(fields, message),
  }
}

type SweepParts = Pick<
  AuthorizationServerParts,
  'config' | 'database' | 'clock' | 'newId' | 'secretKey' | 'installation'
> & {
  asyncPorts: Pick<AsyncPorts, 'lookUpTxt'>
  regions: Pick<AppParts, 'queueRegionMessage'> & { sendFailedSignIns: SendFailedSignIns }
  oauth: Pick<AuthorizationServer, 'failedSignIns'>
}

/**
 * Every five minutes, looks at the records of proven domains, deletes expired codes, sessions and records and apps without
 * any grant, revokes the grants of deleted apps, and adds failed sign-ins of members to the audit logs of their accounts.
 * Failed sign-ins are stored every ten seconds.
 */
export function startAuthorizationSweep(
  parts: SweepParts & { log: Log },
  startShared: ReturnType<typeof createStartShared>,
): RepeatedTask {
  const { database, clock, config, regions, log } = parts
  const apps: AppParts = { ...parts, region: config.region, queueRegionMessage: regions.queueRegionMessage }
  const { failedSignIns } = parts.oauth
  const delivery = { ...parts, region: config.region, send: regions.sendFailedSignIns }
  const counting = startRepeatedTask('failed sign-ins', failedSignIns.flush, {
    everyMilliseconds: 10_000,
    log,
  })
  const domains = { ...parts, region: config.region, lookUpTxt: parts.asyncPorts.lookUpTxt }
  const sweep = async (signal: AbortSignal) => {
    const steps = [
      () => sweepAuthorization(database, clock(), signal),
      () => revokeOrphanedGrants(apps, signal),
      () => sweepPeople({ database, clock }, signal),
      () => checkDomains(domains, signal),
      () => counting.runNow(),
      () => deliverFailedSignIns(delivery, signal),
    ]
    let isDone = true
    // One that fails, such as for a grant in an account that moves to another region, doesn't keep back the others.
    for (const step of steps) {
      await step().catch((error: unknown) => {
        isDone = false
        log.warn({ err: error }, 'authorization: a step failed, will retry')
      })
    }
    return isDone
  }
  const sweeping = startShared('authorization', sweep, { everyMilliseconds: 300_000, log })
  const stop = async () => {
    await sweeping.stop()
    await counting.runNow().then(counting.stop)
  }
  return { runNow: sweeping.runNow, stop }
}

/** The grants, for the consent page and the page of connected apps. */
function appsOf(parts: AppParts): AppsInterface {
  return {
    connect: (connection) => connectApp(parts, connection),
    list: (personId, memberships) => listConnectedApps(parts, personId, memberships),
    find: (grantId) => getGrant(parts.database, grantId),
    async disconnect({ accountId, region, personId, clientId }, by) {
      const { requestId, reason } = by
      const actor = reason === 'account' && { kind: 'member' as const, id: by.ownerId, clientId: null }
      const revoking = { reason, requestId, ...(actor ? { actor } : {}) }
      await revokeGrants(parts, { accountId, region, personId, clientId }, revoking)
    },
  }
}
