import type { z } from 'zod'
import {
  isLoopback,
  peersOf,
  readAtsHosts,
  readNetworks,
  readOrigins,
  readProxies,
  readRegions,
  refusePlainHttp,
  zoneAt,
} from './config-addresses.ts'
import { type BackupConfig, readBackupConfig } from './config-backup.ts'
import { type BounceConfig, readBounceConfig } from './config-bounces.ts'
import { type DebriefModelConfig, readDebriefConfig } from './config-debrief.ts'
import { misspelled } from './config-misspelled.ts'
import { readTracingConfig, type TracingConfig } from './config-tracing.ts'
import type { Quotas } from './contract/quotas.ts'
import { Environment } from './environment.ts'

/** All settings of the service. Only this file reads the environment. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** The login that owns the tables; used for migrations only. */
  databaseOwnerUrl: string | undefined
  /** The server itself, if DATABASE_URL names a pooler that gives each transaction another connection. */
  databaseDirectUrl: string | undefined
  /** A streaming replica of the database, which answers what only reads. */
  databaseReadUrl: string | undefined
  /** Connections to DATABASE_URL for transactions, of each instance. */
  databasePool: number
  /** How many instances the operator runs, for the check of the server's connections. */
  instances: number
  region: string
  /** API roots of all zones by name, such as `https://eu.example.com/api`. */
  regions: Record<string, string>
  /** Authenticates calls between regions; undefined with one real region. */
  regionSecret: string | undefined
  /** The secret before the last rotation, which other regions may still use. */
  previousRegionSecret: string | undefined
  /** Service roots of the other regions in REGIONS, by zone; empty without REGION_SECRET. */
  peers: Record<string, string>
  /** The zone of the authorization server. */
  authorizationZone: string
  /** The address that routes to the nearest region, if there is one. Clients may request tokens for it. */
  defaultUrl: string | undefined
  /** Address of the authorization server. */
  authUrl: string
  /** Whether it is part of this process: at `publicUrl` or at a path below it. */
  isAuthorizationServer: boolean
  /** How long a used refresh token can be used one more time, for a response that was lost; 0 = never. */
  refreshGraceSeconds: number
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  demo: boolean
  /** The demo's receiver of webhooks. */
  demoReceiverUrl: string | undefined
  mailUrl: string
  mailFrom: string
  /** The email or web address at which owners reach the people who run the installation. */
  operatorContact: string | undefined
  /** The invitation to the Zapier app that the operator has made for this installation. */
  zapierAppUrl: string | undefined
  /** Where mail servers report of emails that they can't deliver; undefined without such an address. */
  bounces: BounceConfig | undefined
  /** Emails and text messages that are sent at the same time. */
  mailConcurrency: number
  /** Emails per account and day, and people per share link and day. */
  mailCaps: { accountDaily: number; shareLinkDaily: number }
  smsUrl: string
  /** Country prefixes such as `+49` that text messages may go to; `any` for the mailbox, `none` without a provider. */
  smsCountries: readonly string[] | 'any' | 'none'
  allowedOrigins: string[]
  /** Undefined if no model is configured: then all debriefs are written by rules. */
  debriefModel: DebriefModelConfig | undefined
  webhooks: {
    isOn: boolean
    /** Requests at the same time in this process. */
    concurrency: number
    /** Networks besides the public internet that endpoints may be in, as CIDR. */
    privateNetworks: readonly string[]
    sourceAddresses: readonly string[]
  }
  /** Where systems that order assessments may be called. */
  atsHosts: { greenhouse: readonly string[]; ashby: string }
  /** Undefined without BACKUP_DIR. */
  backup: BackupConfig | undefined
  trial: { days: number; reports: number; profiles: number }
  /** Limits of accounts that aren't on trial. */
  quotas: Quotas
  /** Rate limit of a machine client; undefined if unlimited. */
  rateLimits: { burst: number; perSecond: number } | undefined
  /** A Valkey or Redis that counts rate limits over all instances; undefined without one. */
  valkeyUrl: string | undefined
  /** How long a service that stops still accepts requests, so that balancers see it is no longer ready. */
  drainSeconds: number
  /** Megabytes to keep free on the disk of DATA_DIR; 0 = none. */
  diskReserveMegabytes: number
  /** Where `GET /metrics` is served; undefined without metrics. */
  metricsListen: { host: string; port: number } | undefined
  /** Where traces are sent; undefined without tracing. */
  tracing: TracingConfig | undefined
  logLevel: string
  /** Which requests have a line in the log; a number is one in so many. */
  logRequests: 'all' | 'errors' | 'slow' | number
  slowMilliseconds: number
  secretKey: Buffer | undefined
  /** Former SECRET_KEYs, which still decrypt what was sealed with them. */
  previousSecretKeys: readonly Buffer[]
}

/** Environment variables, and for missing ones the `.env` file of the working directory, if there is one. */
export function readEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}

/** Validates the environment. Returns the configuration, or one line per error. */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config } | { errors: string[] } {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(nonEmpty)
  const problems = parsed.success ? [] : parsed.error.issues.map(lineOf)
  problems.push(
    ...misspelled(Object.keys(nonEmpty), Object.keys(Environment.shape)).map(
      (key) => `${key}: is not a variable of this service; see .env.example`,
    ),
  )
  if (!parsed.success) return { errors: problems }
  const config = buildConfig(parsed.data, problems)
  return problems.length > 0 ? { errors: problems } : { config }
}

function lineOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`
}

function buildConfig(values: z.output<typeof Environment>, problems: string[]): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const authUrl = values.AUTH_URL ?? publicUrl
  const isLocal = isLoopback(values.HOST) && isLoopback(new URL(publicUrl).hostname)
  // An own database means that this is no trial. A loopback address alone doesn't: a proxy can make it public.
  const isTrial = isLocal && !values.DATABASE_URL && values.NODE_ENV !== 'production'
  const demo = values.DEMO === undefined ? isTrial : values.DEMO === 'on'
  if (values.DEMO === 'on' && values.NODE_ENV === 'production')
    problems.push('DEMO: must be off in production')
  if (values.DEMO === 'on' && !isLocal) problems.push('DEMO: must be off while HOST or PUBLIC_URL is public')
  if (values.DATABASE_URL && !values.SECRET_KEY) problems.push('SECRET_KEY: is required with DATABASE_URL')
  if (values.SECRET_KEY_PREVIOUS.length > 0 && !values.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS: has no effect without SECRET_KEY')
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL)
    problems.push('DATABASE_URL: is required with DATABASE_OWNER_URL')
  if (values.DATABASE_POOLER && !(values.DATABASE_URL && values.DATABASE_DIRECT_URL))
    problems.push(
      'DATABASE_POOLER: needs DATABASE_URL, the pooler, and DATABASE_DIRECT_URL, the server itself',
    )
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_POOLER)
    problems.push('DATABASE_DIRECT_URL: has no effect without DATABASE_POOLER=transaction')
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    problems.push('DATABASE_READ_URL: needs DATABASE_URL, the primary')
  if (!demo && values.MAIL_URL === 'mailbox:' && !isLocal) {
    problems.push('MAIL_URL: is required on a public address; messages would go nowhere')
  }
  if (values.SMS_URL !== 'mailbox:' && !values.SMS_COUNTRIES) {
    problems.push('SMS_COUNTRIES: is required with SMS_URL, such as +49,+43: text messages cost money')
  }
  const regions = readRegions(values.REGIONS, values.REGION, publicUrl, problems)
  const { DEFAULT_URL = '' } = values
  if (values.ALLOW_PLAIN_HTTP === 'off') {
    const regionUrls = values.REGIONS === undefined ? [] : Object.values(regions)
    const addresses = {
      PUBLIC_URL: [publicUrl],
      AUTH_URL: [values.AUTH_URL ?? ''],
      DEFAULT_URL: [DEFAULT_URL],
      REGIONS: regionUrls,
    }
    refusePlainHttp(addresses, problems)
  }
  const peers = values.REGION_SECRET && values.REGIONS ? peersOf(regions, values.REGION) : {}
  const isAuthorizationServer = authUrl === publicUrl || authUrl.startsWith(`${publicUrl}/`)
  const authorizationZone = isAuthorizationServer ? values.REGION : zoneAt(authUrl, peers)
  if (!authorizationZone && Object.keys(peers).length > 0) {
    problems.push('AUTH_URL: must be the address of a region in REGIONS (without its /api), or below it')
  }
  if (demo && Object.keys(regions).length === 1) {
    const otherRegion = values.REGION === 'eu' ? 'us' : 'eu'
    regions[otherRegion] = `https://${otherRegion}.example.com/api`
  }
  if ((values.REGIONS?.split(',').length ?? 1) > 1 && !values.REGION_SECRET) {
    problems.push('REGION_SECRET: is required with more than one region')
  }
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePool: values.DATABASE_POOL,
    instances: values.INSTANCES,
    region: values.REGION,
    regions,
    regionSecret: values.REGION_SECRET,
    previousRegionSecret: values.REGION_SECRET_PREVIOUS,
    peers,
    authorizationZone: authorizationZone ?? values.REGION,
    defaultUrl: values.DEFAULT_URL,
    authUrl,
    isAuthorizationServer,
    refreshGraceSeconds: values.OAUTH_REFRESH_GRACE_SECONDS,
    trustedProxies: readProxies(values.TRUSTED_PROXIES, problems),
    demo,
    // Called over the loopback interface, which the demo opens below. Unknown while the system chooses the port.
    demoReceiverUrl: demo && values.PORT !== 0 ? `http://127.0.0.1:${values.PORT}/dev/hooks` : undefined,
    mailUrl: values.MAIL_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    operatorContact: values.OPERATOR_CONTACT,
    zapierAppUrl: values.ZAPIER_APP_URL,
    bounces: readBounceConfig(values, problems),
    mailConcurrency: values.MAIL_CONCURRENCY,
    mailCaps: { accountDaily: values.MAIL_ACCOUNT_DAILY, shareLinkDaily: values.SHARE_LINK_DAILY },
    smsUrl: values.SMS_URL,
    smsCountries: values.SMS_URL === 'mailbox:' ? (demo ? 'any' : 'none') : (values.SMS_COUNTRIES ?? 'none'),
    allowedOrigins: readOrigins(values.ALLOWED_ORIGINS, problems),
    debriefModel: readDebriefConfig(values, problems),
    webhooks: {
      isOn: values.WEBHOOKS === 'on',
      concurrency: values.WEBHOOK_CONCURRENCY,
      privateNetworks: [
        ...readNetworks(values.WEBHOOK_PRIVATE_NETWORKS, 'WEBHOOK_PRIVATE_NETWORKS', problems),
        // The demo's own receiver, and those that people try out on their machine.
        ...(demo ? ['127.0.0.0/8', '::1/128'] : []),
      ],
      sourceAddresses: readNetworks(values.WEBHOOK_SOURCE_ADDRESSES, 'WEBHOOK_SOURCE_ADDRESSES', problems),
    },
    atsHosts: readAtsHosts(values.ATS_HOSTS, problems),
    backup: readBackupConfig(values, problems),
    trial: { days: values.TRIAL_DAYS, reports: values.TRIAL_REPORTS, profiles: values.TRIAL_PROFILES },
    quotas: {
      profiles: values.ACCOUNT_PROFILES,
      storageMegabytes: values.ACCOUNT_STORAGE_MB,
      changesDaily: values.ACCOUNT_CHANGES_DAILY,
      exportsHourly: values.ACCOUNT_EXPORTS_HOURLY,
      apps: values.ACCOUNT_APPS,
    },
    rateLimits: values.RATE_LIMITS,
    valkeyUrl: values.VALKEY_URL,
    // Nothing balances a demo, and the person who stops it waits.
    drainSeconds: values.DRAIN_SECONDS ?? (demo ? 0 : 5),
    diskReserveMegabytes: values.DISK_RESERVE_MB,
    metricsListen: values.METRICS_LISTEN,
    tracing: readTracingConfig(values),
    logLevel: values.LOG_LEVEL,
    logRequests: values.LOG_REQUESTS,
    slowMilliseconds: values.SLOW_MILLISECONDS,
    secretKey: values.SECRET_KEY,
    previousSecretKeys: values.SECRET_KEY_PREVIOUS,
  }
}
