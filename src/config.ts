import { z } from 'zod'
import {
  isLoopback,
  peersOf,
  readOrigins,
  readProxies,
  readRegions,
  zoneAt,
  zoneNames,
  zones,
} from './addresses.ts'

/** Everything the service may be told from outside. Only this file reads the environment. */
export type Config = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  region: string
  /** API roots of all zones by name, such as `https://eu.example.com/api`. */
  regions: Record<string, string>
  /** The secret of calls between regions; undefined with one real region. */
  regionSecret: string | undefined
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
  smsUrl: string
  /** Country prefixes such as `+49` that text messages may go to; `any` into the mailbox, `none` without a way. */
  smsCountries: readonly string[] | 'any' | 'none'
  allowedOrigins: string[]
  trial: { days: number; reports: number; profiles: number }
  /** Requests at once and for each second that a machine client may send; undefined when nothing is limited. */
  rateLimits: { burst: number; perSecond: number } | undefined
  logLevel: string
  secretKey: Buffer | undefined
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

/**
 * Reads and checks the environment. Returns the configuration with a note on every key that changes nothing yet,
 * or one clear line for each thing wrong.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
): { config: Config; notes: string[] } | { errors: string[] } {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(lineOf)
  problems.push(...misspelled(given))
  if (!parsed.success) return { errors: problems }
  const config = settle(parsed.data, problems)
  return problems.length > 0 ? { errors: problems } : { config, notes: withoutEffect(given) }
}

const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://timbre.example.com' })
  .refine((text) => !/[?#@]/.test(text), 'must have no query, no fragment and no user in it')
  .transform((text) => text.replace(/\/+$/, ''))

const Environment = z.object({
  PORT: wholeNumber('must be a port number from 0 to 65535', 65535, 3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: WebAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine(URL.canParse, 'must be an address such as postgres://user:password@localhost:5432/timbre')
    .optional(),
  REGION: z.enum(zones, { error: `must be ${zoneNames}` }).default('us'),
  REGIONS: z.string().optional(),
  REGION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DEFAULT_URL: WebAddress.optional(),
  AUTH_URL: WebAddress.optional(),
  OAUTH_REFRESH_GRACE_SECONDS: wholeNumber('must be a whole number of seconds from 0 to 60', 60, 10),
  TRUSTED_PROXIES: z.string().default(''),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  MAIL_URL: z
    .string()
    .regex(/^(mailbox:|smtps?:\/\/.+)$/, 'must be mailbox:, smtp://… or smtps://…')
    .default('mailbox:'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address such as no-reply@example.org',
    )
    .optional(),
  SMS_URL: z
    .string()
    .regex(
      /^(mailbox:|https:\/\/.+|http:\/\/(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(\/.*)?)$/,
      'must be mailbox: or https://… (http:// for this machine only)',
    )
    .default('mailbox:'),
  SMS_COUNTRIES: z
    .string()
    .regex(/^\s*\+[1-9]\d{0,6}(\s*,\s*\+[1-9]\d{0,6})*\s*$/, 'must be country prefixes such as +49,+43')
    .transform((text) => text.split(',').map((prefix) => prefix.trim()))
    .optional(),
  ALLOWED_ORIGINS: z.string().default(''),
  TRIAL_DAYS: count(14),
  TRIAL_REPORTS: count(10),
  TRIAL_PROFILES: count(25),
  RATE_LIMITS: z
    .string()
    .regex(
      /^(on|off|[1-9]\d{0,5}\/[1-9]\d{0,5})$/,
      'must be on, off, or requests at once and each second, such as 50/10',
    )
    .transform(readRates)
    .prefault('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  SECRET_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}=?$/, 'must be 32 bytes in base64url (43 characters)')
    .transform((text) => Buffer.from(text, 'base64url'))
    .optional(),
  NODE_ENV: z.string().optional(),
})

function count(standard: number) {
  return wholeNumber('must be a whole number from 0 to 1000000', 1_000_000, standard)
}

function readRates(text: string): Config['rateLimits'] {
  if (text === 'off') return undefined
  const [burst = 50, perSecond = 10] = text === 'on' ? [] : text.split('/').map(Number)
  return { burst, perSecond }
}

/** Digits and nothing else: `Number` would take a blank for 0 and 0x10 for 16. */
function wholeNumber(error: string, most: number, standard: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, error)
    .transform(Number)
    .refine((value) => value <= most, error)
    .default(standard)
}

function lineOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`
}

/** Keys whose features are not there yet: setting one is no mistake, but nobody should rely on it unknowingly. */
const laterKeys = ['DEBRIEF_URL', 'DEBRIEF_MODEL', 'DEBRIEF_KEY']

function withoutEffect(given: Record<string, unknown>): string[] {
  return laterKeys.filter((key) => key in given).map((key) => `${key}: has no effect in this version`)
}

/** A key that begins like one of ours and is none of ours is a slip of the hand. */
function misspelled(given: Record<string, unknown>): string[] {
  const known = new Set([...Object.keys(Environment.shape), ...laterKeys])
  return Object.keys(given)
    .filter((key) => ownPrefixes.test(key) && !known.has(key))
    .map((key) => `${key}: is not a key of this service; see .env.example`)
}

const ownPrefixes =
  /^(PUBLIC_|DEFAULT_U|DATABASE_|REGION|AUTH_U|TRUSTED_P|DEMO|MAIL_|SMS_|DEBRIEF_|ALLOWED_ORIGIN|TRIAL_|RATE_LIMIT|SECRET_K|OAUTH_)/

function settle(values: z.output<typeof Environment>, problems: string[]): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const authUrl = values.AUTH_URL ?? publicUrl
  const isLocal = isLoopback(values.HOST) && isLoopback(new URL(publicUrl).hostname)
  const demo = values.DEMO === undefined ? isLocal && values.NODE_ENV !== 'production' : values.DEMO === 'on'
  if (values.DEMO === 'on' && values.NODE_ENV === 'production')
    problems.push('DEMO: must be off in production')
  if (values.DEMO === 'on' && !isLocal) problems.push('DEMO: must be off while HOST or PUBLIC_URL is public')
  if (values.DATABASE_URL && !values.SECRET_KEY) problems.push('SECRET_KEY: is required with DATABASE_URL')
  if (!demo && values.MAIL_URL === 'mailbox:' && !isLocal) {
    problems.push('MAIL_URL: is required on a public address; messages would go nowhere')
  }
  if (values.SMS_URL !== 'mailbox:' && !values.SMS_COUNTRIES) {
    problems.push('SMS_COUNTRIES: is required with SMS_URL, such as +49,+43: text messages cost money')
  }
  const regions = readRegions(values.REGIONS, values.REGION, publicUrl, problems)
  const peers = values.REGION_SECRET && values.REGIONS ? peersOf(regions, values.REGION) : {}
  const isAuthorizationServer = authUrl === publicUrl || authUrl.startsWith(`${publicUrl}/`)
  const authorizationZone = isAuthorizationServer ? values.REGION : zoneAt(authUrl, peers)
  if (!authorizationZone && Object.keys(peers).length > 0) {
    problems.push('AUTH_URL: must be the address of a region in REGIONS (without its /api), or below it')
  }
  if (demo && Object.keys(regions).length === 1) {
    const elsewhere = values.REGION === 'eu' ? 'us' : 'eu'
    regions[elsewhere] = `https://${elsewhere}.example.com/api`
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
    region: values.REGION,
    regions,
    regionSecret: values.REGION_SECRET,
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
    smsUrl: values.SMS_URL,
    smsCountries: values.SMS_URL === 'mailbox:' ? (demo ? 'any' : 'none') : (values.SMS_COUNTRIES ?? 'none'),
    allowedOrigins: readOrigins(values.ALLOWED_ORIGINS, problems),
    trial: { days: values.TRIAL_DAYS, reports: values.TRIAL_REPORTS, profiles: values.TRIAL_PROFILES },
    rateLimits: values.RATE_LIMITS,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY,
  }
}
