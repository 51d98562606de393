import type { z } from 'zod'
import {
  isLoopback,
  peersOf,
  readOrigins,
  readProxies,
  readRegions,
  refusePlainHttp,
  zoneAt,
} from './config-addresses.ts'
import { type DebriefModelConfig, readDebriefConfig } from './config-debrief.ts'
import { Environment } from './environment.ts'

/** Everything the service may be told from outside. Only this file reads the environment. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** The login that owns the tables, for migrations alone. */
  databaseOwnerUrl: string | undefined
  region: string
  /** API roots of all zones by name, such as `https://eu.example.com/api`. */
  regions: Record<string, string>
  /** The secret of calls between regions; undefined with one real region. */
  regionSecret: string | undefined
  /** The one before it, which other regions may still know. */
  previousRegionSecret: string | undefined
  /** Service roots of the other regions by zone: those of REGIONS alone, and none without REGION_SECRET. */
  peers: Record<string, string>
  /** The zone of the authorization server. */
  authorizationZone: string
  /** The address that leads to the nearest region, when there is one; tokens may be asked for it. */
  defaultUrl: string | undefined
  /** The authorization server. */
  authUrl: string
  /** Whether it is part of this process: at `publicUrl` or at a path below it. */
  isAuthorizationServer: boolean
  /** How long one lost answer to a refresh may be repeated, once; 0 = never. */
  refreshGraceSeconds: number
  /** Whose X-Forwarded-For is believed: addresses and networks. */
  trustedProxies: string[]
  demo: boolean
  mailUrl: string
  mailFrom: string
  /** Emails a day that an account may send, and people a day who may start from one share link. */
  mailCaps: { accountDaily: number; shareLinkDaily: number }
  smsUrl: string
  /** Country prefixes such as `+49` that text messages may go to; `any` into the mailbox, `none` without a way. */
  smsCountries: readonly string[] | 'any' | 'none'
  allowedOrigins: string[]
  /** Undefined where no model is configured: then the rules write every debrief. */
  debriefModel: DebriefModelConfig | undefined
  trial: { days: number; reports: number; profiles: number }
  /** Requests at once and for each second that a machine client may send; undefined when nothing is limited. */
  rateLimits: { burst: number; perSecond: number } | undefined
  logLevel: string
  secretKey: Buffer | undefined
  /** Keys that SECRET_KEY replaces, and that still open what was sealed under them. */
  previousSecretKeys: readonly Buffer[]
}

/** The environment, and below it the file `.env` of the folder in which the process starts, if there is one. */
export function readEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}

/** Reads and checks the environment. Returns the configuration, or one clear line for each thing wrong. */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config } | { errors: string[] } {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(nonEmpty)
  const problems = parsed.success ? [] : parsed.error.issues.map(lineOf)
  problems.push(...misspelled(nonEmpty))
  if (!parsed.success) return { errors: problems }
  const config = buildConfig(parsed.data, problems)
  return problems.length > 0 ? { errors: problems } : { config }
}

function lineOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`
}

/** A key that begins like one of ours and is none of ours is a slip of the hand. */
function misspelled(nonEmpty: Record<string, unknown>): string[] {
  const validNames = new Set(Object.keys(Environment.shape))
  return Object.keys(nonEmpty)
    .filter((key) => ownPrefixes.test(key) && !validNames.has(key))
    .map((key) => `${key}: is not a key of this service; see .env.example`)
}

const ownPrefixes =
  /^(ALLOW_PLAIN|PUBLIC_|DEFAULT_U|DATABASE_|REGION|AUTH_U|TRUSTED_P|DEMO|MAIL_|SMS_|SHARE_|DEBRIEF_|ALLOWED_ORIGIN|TRIAL_|RATE_LIMIT|SECRET_K|OAUTH_)/

function buildConfig(values: z.output<typeof Environment>, problems: string[]): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const authUrl = values.AUTH_URL ?? publicUrl
  const isLocal = isLoopback(values.HOST) && isLoopback(new URL(publicUrl).hostname)
  // A database of one's own is a sign that this is no trial, and a proxy may stand in front of any loopback address.
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
  if (!demo && values.MAIL_URL === 'mailbox:' && !isLocal) {
    problems.push('MAIL_URL: is required on a public address; messages would go nowhere')
  }
  if (values.SMS_URL !== 'mailbox:' && !values.SMS_COUNTRIES) {
    problems.push('SMS_COUNTRIES: is required with SMS_URL, such as +49,+43: text messages cost money')
  }
  const regions = readRegions(values.REGIONS, values.REGION, publicUrl, problems)
  const { DEFAULT_URL = '' } = values
  if (values.ALLOW_PLAIN_HTTP === 'off') {
    const named = values.REGIONS === undefined ? [] : Object.values(regions)
    const addresses = {
      PUBLIC_URL: [publicUrl],
      AUTH_URL: [values.AUTH_URL ?? ''],
      DEFAULT_URL: [DEFAULT_URL],
      REGIONS: named,
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
    mailUrl: values.MAIL_URL,
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    mailCaps: { accountDaily: values.MAIL_ACCOUNT_DAILY, shareLinkDaily: values.SHARE_LINK_DAILY },
    smsUrl: values.SMS_URL,
    smsCountries: values.SMS_URL === 'mailbox:' ? (demo ? 'any' : 'none') : (values.SMS_COUNTRIES ?? 'none'),
    allowedOrigins: readOrigins(values.ALLOWED_ORIGINS, problems),
    debriefModel: readDebriefConfig(values, problems),
    trial: { days: values.TRIAL_DAYS, reports: values.TRIAL_REPORTS, profiles: values.TRIAL_PROFILES },
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY,
    previousSecretKeys: values.SECRET_KEY_PREVIOUS,
  }
}
