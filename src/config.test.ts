import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const key = Buffer.alloc(32, 7).toString('base64url')

function configOf(environment: Record<string, string> = {}) {
  const read = readConfig(environment)
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

function errorsOf(environment: Record<string, string>): string[] {
  const read = readConfig(environment)
  return 'errors' in read ? read.errors : []
}

describe('an empty environment', () => {
  test('gives the demo on this machine alone', () => {
    expect(configOf()).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      databaseUrl: undefined,
      region: 'us',
      regions: { us: 'http://localhost:3000/api', eu: 'https://eu.example.com/api' },
      regionSecret: undefined,
      peers: {},
      authorizationZone: 'us',
      defaultUrl: undefined,
      authUrl: 'http://localhost:3000',
      isAuthorizationServer: true,
      refreshGraceSeconds: 10,
      trustedProxies: [],
      demo: true,
      mailUrl: 'mailbox:',
      mailFrom: 'no-reply@localhost',
      smsUrl: 'mailbox:',
      smsCountries: 'any',
      allowedOrigins: [],
      debriefModel: undefined,
      trial: { days: 14, reports: 10, profiles: 25 },
      rateLimits: { burst: 50, perSecond: 10 },
      logLevel: 'info',
      secretKey: undefined,
    })
  })

  test('is the same as one whose keys are all empty', () => {
    const empty = { PORT: '', PUBLIC_URL: '', DEMO: '', MAIL_URL: '', SECRET_KEY: '', DATABASE_URL: '' }
    expect(configOf(empty)).toEqual(configOf())
  })

  test('may hold keys of other programs', () => {
    expect(configOf({ HOME: '/root', npm_config_x: '1', PGHOST: 'db' })).toEqual(configOf())
  })
})

describe('each key', () => {
  test('reaches the configuration', () => {
    const config = configOf({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://timbre.example.com/',
      DATA_DIR: '/var/lib/timbre',
      DATABASE_URL: 'postgres://timbre:secret@db:5432/timbre',
      REGION: 'eu',
      REGIONS: 'us=https://us.example.com/api, eu=https://timbre.example.com/api',
      REGION_SECRET: 's'.repeat(32),
      DEFAULT_URL: 'https://example.com',
      AUTH_URL: 'https://us.example.com/people',
      OAUTH_REFRESH_GRACE_SECONDS: '0',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      MAIL_URL: 'smtps://user:password@mail.example.com',
      MAIL_FROM: 'Timbre <hello@example.com>',
      ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173',
      TRIAL_DAYS: '30',
      TRIAL_REPORTS: '0',
      TRIAL_PROFILES: '5',
      SMS_URL: 'https://sms.example.com/send',
      SMS_COUNTRIES: '+49, +43',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'debug',
      SECRET_KEY: key,
    })
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://timbre.example.com',
      dataDir: '/var/lib/timbre',
      databaseUrl: 'postgres://timbre:secret@db:5432/timbre',
      region: 'eu',
      regions: { us: 'https://us.example.com/api', eu: 'https://timbre.example.com/api' },
      regionSecret: 's'.repeat(32),
      peers: { us: 'https://us.example.com' },
      authorizationZone: 'us',
      defaultUrl: 'https://example.com',
      authUrl: 'https://us.example.com/people',
      isAuthorizationServer: false,
      refreshGraceSeconds: 0,
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      demo: false,
      mailUrl: 'smtps://user:password@mail.example.com',
      mailFrom: 'Timbre <hello@example.com>',
      smsUrl: 'https://sms.example.com/send',
      smsCountries: ['+49', '+43'],
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      debriefModel: undefined,
      trial: { days: 30, reports: 0, profiles: 5 },
      rateLimits: undefined,
      logLevel: 'debug',
      secretKey: Buffer.alloc(32, 7),
    })
  })

  test.each([
    ['PORT', 'many'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', ' '],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'timbre.example.com'],
    ['PUBLIC_URL', 'ftp://timbre.example.com'],
    ['PUBLIC_URL', 'https://timbre.example.com/?a=1'],
    ['PUBLIC_URL', 'https://user:word@timbre.example.com'],
    ['DATABASE_URL', 'mysql://db/timbre'],
    ['DATABASE_URL', 'postgres://[::/timbre'],
    ['REGION', 'US'],
    ['REGION', 'usa'],
    ['REGION', 'apac'],
    ['REGIONS', 'us:https://us.example.com/api'],
    ['REGIONS', 'us=https://us.example.com'],
    ['REGION_SECRET', 'short'],
    ['AUTH_URL', 'auth'],
    ['DEFAULT_URL', 'example.com'],
    ['OAUTH_REFRESH_GRACE_SECONDS', '61'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['DEMO', 'yes'],
    ['MAIL_URL', 'pigeon:'],
    ['MAIL_URL', 'https://mail.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['ALLOWED_ORIGINS', 'https://app.example.com/path'],
    ['ALLOWED_ORIGINS', '*'],
    ['TRIAL_DAYS', '14.5'],
    ['RATE_LIMITS', '50'],
    ['RATE_LIMITS', '0/10'],
    ['SMS_URL', 'http://sms.example.com'],
    ['SMS_COUNTRIES', '49'],
    ['SMS_COUNTRIES', '+44762412'],
    ['TRIAL_REPORTS', 'ten'],
    ['TRIAL_PROFILES', '-1'],
    ['RATE_LIMITS', 'false'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'too-short'],
    ['SECRET_KEY', `${key}AA`],
  ])('%s=%s is refused in one line that begins with its name', (name, value) => {
    const others = { SECRET_KEY: key, [name]: value }
    const lines = errorsOf(others).filter((line) => line.startsWith(`${name}: `))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^[^\n]{10,160}$/)
  })

  test('that is malformed gets its own line beside the others', () => {
    const errors = errorsOf({ PORT: 'x', DEMO: 'y', LOG_LEVEL: 'z', TRIAL_DAY: '1' })
    expect(errors.map((line) => line.split(':')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL', 'TRIAL_DAY'])
  })

  test('with a slip in its name is refused', () => {
    expect(errorsOf({ DATABASE_URI: 'x' })).toEqual([
      'DATABASE_URI: is not a key of this service; see .env.example',
    ])
  })
})

describe('the demo', () => {
  const open = { MAIL_URL: 'smtp://mail.example.com' }

  test.each([
    [{ HOST: 'localhost' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '127.0.0.5', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ HOST: '0.0.0.0', ...open }, false],
    [{ PUBLIC_URL: 'https://timbre.example.com', ...open }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ DEMO: 'off' }, false],
    [{ HOST: '127.evil.example', ...open }, false],
  ])('with %o is %s', (environment, demo) => {
    expect(configOf(environment as Record<string, string>).demo).toBe(demo)
  })

  test.each([
    [{ NODE_ENV: 'production' }, 'DEMO: must be off in production'],
    [{ HOST: '0.0.0.0' }, 'DEMO: must be off while HOST or PUBLIC_URL is public'],
    [{ PUBLIC_URL: 'https://timbre.example.com' }, 'DEMO: must be off while HOST or PUBLIC_URL is public'],
  ])('asked for with %o stops the start', (environment, line) => {
    expect(errorsOf({ DEMO: 'on', ...(environment as Record<string, string>) })).toEqual([line])
  })

  test('names another region than its own, and none of its own making when there are two', () => {
    expect(configOf({ REGION: 'eu' }).regions).toEqual({
      eu: 'http://localhost:3000/api',
      us: 'https://us.example.com/api',
    })
    expect(configOf({ DEMO: 'off' }).regions).toEqual({ us: 'http://localhost:3000/api' })
  })

  test('never asks the region that it made up for anything', () => {
    expect(configOf({ REGION_SECRET: 's'.repeat(32) }).peers).toEqual({})
    const named = { REGIONS: 'us=http://localhost:3000/api', REGION_SECRET: 's'.repeat(32) }
    expect(configOf(named)).toMatchObject({ regions: { eu: 'https://eu.example.com/api' }, peers: {} })
  })
})

describe('keys that need each other', () => {
  test.each([
    [{ DATABASE_URL: 'postgres://db/timbre' }, 'SECRET_KEY: is required with DATABASE_URL'],
    [{ HOST: '0.0.0.0' }, 'MAIL_URL: is required on a public address; messages would go nowhere'],
    [
      { REGIONS: 'us=https://us.example.com/api,eu=https://eu.example.com/api' },
      'REGION_SECRET: is required with more than one region',
    ],
    [{ REGION: 'sea', REGIONS: 'us=https://us.example.com/api' }, 'REGIONS: must name this region, sea'],
    [
      { REGIONS: 'us=https://a.example.com/api,us=https://b.example.com/api', REGION_SECRET: 's'.repeat(32) },
      'REGIONS: names us twice',
    ],
    [
      {
        REGIONS: 'us=https://us.example.com/api,eu=https://eu.example.com/api',
        REGION_SECRET: 's'.repeat(32),
        AUTH_URL: 'https://us.example.com.evil.example',
      },
      'AUTH_URL: must be the address of a region in REGIONS (without its /api), or below it',
    ],
    [
      {
        PUBLIC_URL: 'https://timbre.example.com',
        MAIL_URL: 'smtp://mail.example.com',
        REGIONS: 'us=https://us.example.com/api,eu=https://eu.example.com/api',
        REGION_SECRET: 's'.repeat(32),
      },
      'REGIONS: us must be https://timbre.example.com/api, as PUBLIC_URL says',
    ],
    [{ REGION: 'mars' }, 'REGION: must be us, eu or sea'],
    [
      {
        REGIONS: 'us=https://us.example.com/api,ap=https://ap.example.com/api',
        REGION_SECRET: 's'.repeat(32),
      },
      'REGIONS: "ap" must be us, eu or sea',
    ],
    [
      { REGIONS: 'us=https://a.example.com/api,US=https://b.example.com/api', REGION_SECRET: 's'.repeat(32) },
      'REGIONS: "US" must be us, eu or sea',
    ],
  ])('%o is refused', (environment, line) => {
    expect(errorsOf(environment as Record<string, string>)).toEqual([line])
  })

  test('the sender is at the host of the public address', () => {
    const environment = { PUBLIC_URL: 'https://timbre.example.com', MAIL_URL: 'smtp://mail.example.com' }
    expect(configOf(environment).mailFrom).toBe('no-reply@timbre.example.com')
    expect(configOf(environment).authUrl).toBe('https://timbre.example.com')
  })
})
