import { z } from 'zod'
import { zoneNames, zones } from './config-addresses.ts'
import { backupVariables } from './config-backup.ts'
import { bounceVariables } from './config-bounces.ts'
import { debriefVariables } from './config-debrief.ts'
import { tracingVariables } from './config-tracing.ts'
import { databaseAddresses } from './contract/database-addresses.ts'
import { usualPoolSize } from './contract/pool-size.ts'

/** Every variable that the service reads, with its format and default. `config.ts` combines them. */

/** A limit of each account. */
const quota = z
  .string()
  .regex(/^[1-9]\d{0,7}$/, 'must be a whole number from 1 to 99999999, or not set')
  .transform(Number)
  .optional()

const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://timbre.example.com' })
  .refine((text) => !/[?#@]/.test(text), 'must have no query, no fragment and no user in it')
  // The address is part of shell commands that people copy, where quotation marks or `$(…)` would be executed.
  .refine(
    (text) => /[?#@]/.test(text) || /^[\p{L}\p{N}:/._~%[\]-]*$/u.test(text),
    'must only contain letters, digits and : / . - _ ~ %',
  )
  .transform((text) => text.replace(/\/+$/, ''))

export const DatabaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine(
    (text) => databaseAddresses(text).every((address) => URL.canParse(address)),
    'must be an address such as postgres://user:password@localhost:5432/timbre',
  )

export const Environment = z.object({
  PORT: wholeNumber('must be a port number from 0 to 65535', 65535, 3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: WebAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: DatabaseAddress.optional(),
  DATABASE_OWNER_URL: DatabaseAddress.optional(),
  DATABASE_POOLER: z.literal('transaction', { error: 'must be transaction, or not set' }).optional(),
  DATABASE_DIRECT_URL: DatabaseAddress.optional(),
  DATABASE_READ_URL: DatabaseAddress.refine(
    (text) => databaseAddresses(text).length === 1,
    'must name one server, or one address in front of several replicas',
  ).optional(),
  DATABASE_POOL: wholeNumber('must be a whole number from 2 to 200', 200, usualPoolSize).refine(
    (value) => value >= 2,
    'must be a whole number from 2 to 200',
  ),
  INSTANCES: wholeNumber('must be a whole number from 1 to 100', 100, 1).refine(
    (value) => value >= 1,
    'must be a whole number from 1 to 100',
  ),
  REGION: z.enum(zones, { error: `must be ${zoneNames}` }).default('us'),
  REGIONS: z.string().optional(),
  REGION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  REGION_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  DEFAULT_URL: WebAddress.optional(),
  ALLOW_PLAIN_HTTP: z.enum(['on', 'off'], { error: 'must be on or off' }).default('off'),
  AUTH_URL: WebAddress.optional(),
  OAUTH_REFRESH_GRACE_SECONDS: wholeNumber('must be a whole number of seconds from 0 to 60', 60, 10),
  TRUSTED_PROXIES: z.string().default(''),
  DEMO: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  MAIL_URL: z
    .string()
    .regex(/^(mailbox:|smtps?:\/\/.+)$/, 'must be mailbox:, smtp://… or smtps://…')
    .refine(
      (text) => !text.includes('?') || /^smtp:\/\/[^?@]+\?tls=off$/.test(text),
      'must have no query but ?tls=off, and that only with smtp:// and without a user: passwords need TLS',
    )
    .default('mailbox:'),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address such as no-reply@example.org',
    )
    .optional(),
  ...bounceVariables,
  MAIL_ACCOUNT_DAILY: count(2_000),
  MAIL_CONCURRENCY: wholeNumber('must be a whole number from 4 to 64', 64, 8).refine(
    (value) => value >= 4,
    'must be a whole number from 4 to 64',
  ),
  SHARE_LINK_DAILY: count(1_000),
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
  WEBHOOKS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  WEBHOOK_PRIVATE_NETWORKS: z.string().default(''),
  WEBHOOK_SOURCE_ADDRESSES: z.string().default(''),
  WEBHOOK_CONCURRENCY: wholeNumber('must be a whole number from 1 to 1000', 1_000, 64).refine(
    (value) => value >= 1,
    'must be a whole number from 1 to 1000',
  ),
  ATS_HOSTS: z.string().default(''),
  ...debriefVariables,
  ...backupVariables,
  ...tracingVariables,
  OPERATOR_CONTACT: z
    .string()
    .regex(
      /^(https:\/\/[^\s@<>"]+|[^\s@<>":/?]+@[^\s@<>":/?]+)$/,
      'must be an email address such as help@example.org, or https://…',
    )
    .optional(),
  ZAPIER_APP_URL: z
    .string()
    .regex(
      /^https:\/\/[^\s<>"]+$/,
      'must be an https:// address, such as that of the invitation to your Zapier app',
    )
    .refine(URL.canParse, 'must be an https:// address, such as that of the invitation to your Zapier app')
    .optional(),
  TRIAL_DAYS: count(14),
  TRIAL_REPORTS: count(10),
  TRIAL_PROFILES: count(25),
  ACCOUNT_PROFILES: quota,
  ACCOUNT_STORAGE_MB: quota,
  ACCOUNT_CHANGES_DAILY: quota,
  ACCOUNT_EXPORTS_HOURLY: quota,
  ACCOUNT_APPS: quota,
  RATE_LIMITS: z
    .string()
    .regex(
      /^(on|off|[1-9]\d{0,5}\/[1-9]\d{0,5})$/,
      'must be on, off, or burst/requests per second, such as 50/10',
    )
    .transform(readRates)
    .prefault('on'),
  VALKEY_URL: z
    .string()
    .regex(/^(valkey|redis)s?:\/\//, 'must begin with valkey:// or redis://')
    .refine(URL.canParse, 'must be an address such as valkey://user:password@localhost:6379')
    .optional(),
  DISK_RESERVE_MB: count(512),
  METRICS_LISTEN: z
    .string()
    .regex(
      /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/,
      'must be an address and a port, such as 127.0.0.1:9464',
    )
    .transform((text) => {
      const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(text) ?? []
      return { host, port: Number(port) }
    })
    .refine(({ port }) => port > 0 && port <= 65_535, 'must have a port from 1 to 65535')
    .optional(),
  DRAIN_SECONDS: digits('must be a whole number of seconds from 0 to 60', 60).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .default('info'),
  LOG_REQUESTS: z
    .string()
    .regex(
      /^(all|errors|slow|1\/[1-9]\d{0,6})$/,
      'must be all, errors, slow, or one in so many, such as 1/100',
    )
    .transform((text) => {
      if (text === 'all' || text === 'errors' || text === 'slow') return text
      return Number(text.slice('1/'.length))
    })
    .prefault('all'),
  SLOW_MILLISECONDS: wholeNumber(
    'must be a whole number of milliseconds from 1 to 600000',
    600_000,
    1_000,
  ).refine((value) => value >= 1, 'must be a whole number of milliseconds from 1 to 600000'),
  SECRET_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}=?$/, 'must be 32 bytes in base64url (43 characters)')
    .transform((text) => Buffer.from(text, 'base64url'))
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .regex(
      /^\s*[A-Za-z0-9_-]{43}=?(\s*,\s*[A-Za-z0-9_-]{43}=?)*\s*$/,
      'must be former SECRET_KEYs, separated by commas',
    )
    .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64url')))
    .default([]),
  NODE_ENV: z.string().optional(),
})

function count(defaultValue: number) {
  return wholeNumber('must be a whole number from 0 to 1000000', 1_000_000, defaultValue)
}

function readRates(text: string): { burst: number; perSecond: number } | undefined {
  if (text === 'off') return undefined
  const [burst = 50, perSecond = 10] = text === 'on' ? [] : text.split('/').map(Number)
  return { burst, perSecond }
}

/** Digits only: `Number` would parse a blank as 0 and 0x10 as 16. */
function wholeNumber(error: string, max: number, defaultValue: number) {
  return digits(error, max).default(defaultValue)
}

function digits(error: string, max: number) {
  return z
    .string()
    .regex(/^\d{1,7}$/, error)
    .transform(Number)
    .refine((value) => value <= max, error)
}
