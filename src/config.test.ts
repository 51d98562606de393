import { describe, expect, test } from 'vitest'
import { configOf, errorsOf } from '../test/support/configuration.ts'

const key = Buffer.alloc(32, 7).toString('base64url')

describe('an empty environment', () => {
  test('starts the demo on loopback only', () => {
    expect(configOf()).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: './data',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      region: 'us',
      regions: { us: 'http://localhost:3000/api', eu: 'https://eu.example.com/api' },
      regionSecret: undefined,
      previousRegionSecret: undefined,
      peers: {},
      authorizationZone: 'us',
      defaultUrl: undefined,
      authUrl: 'http://localhost:3000',
      isAuthorizationServer: true,
      refreshGraceSeconds: 10,
      trustedProxies: [],
      demo: true,
      demoReceiverUrl: 'http://127.0.0.1:3000/dev/hooks',
      mailUrl: 'mailbox:',
      mailFrom: 'no-reply@localhost',
      mailConcurrency: 8,
      mailCaps: { accountDaily: 2000, shareLinkDaily: 1000 },
      smsUrl: 'mailbox:',
      smsCountries: 'any',
      allowedOrigins: [],
      webhooks: {
        isOn: true,
        concurrency: 64,
        privateNetworks: ['127.0.0.0/8', '::1/128'],
        sourceAddresses: [],
      },
      atsHosts: { greenhouse: ['https://app.greenhouse.io'], ashby: 'https://api.ashbyhq.com' },
      debriefModel: undefined,
      trial: { days: 14, reports: 10, profiles: 25 },
      quotas: { profiles: undefined },
      rateLimits: { burst: 50, perSecond: 10 },
      databasePool: 10,
      instances: 1,
      diskReserveMegabytes: 512,
      drainSeconds: 0,
      metricsListen: undefined,
      tracing: undefined,
      logLevel: 'info',
      logRequests: 'all',
      slowMilliseconds: 1000,
      secretKey: undefined,
      previousSecretKeys: [],
    })
  })

  test('is equivalent to one whose variables are all empty', () => {
    const empty = { PORT: '', PUBLIC_URL: '', DEMO: '', MAIL_URL: '', SECRET_KEY: '', DATABASE_URL: '' }
    expect(configOf(empty)).toEqual(configOf())
  })

  test('may have variables of other programs', () => {
    expect(configOf({ HOME: '/root', npm_config_x: '1', PGHOST: 'db' })).toEqual(configOf())
  })
})

describe('each variable', () => {
  test('is part of the configuration', () => {
    const config = configOf({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://timbre.example.com/',
      DATA_DIR: '/var/lib/timbre',
      DATABASE_URL: 'postgres://timbre:secret@db:5432/timbre',
      DATABASE_OWNER_URL: 'postgres://owner:secret@db:5432/timbre',
      DATABASE_POOLER: 'transaction',
      DATABASE_DIRECT_URL: 'postgres://timbre:secret@server:5432/timbre',
      DATABASE_READ_URL: 'postgres://timbre:secret@replica:5432/timbre',
      DATABASE_POOL: '25',
      INSTANCES: '3',
      VALKEY_URL: 'valkey://db:6379',
      REGION: 'eu',
      REGIONS: 'us=https://us.example.com/api, eu=https://timbre.example.com/api',
      REGION_SECRET: 's'.repeat(32),
      REGION_SECRET_PREVIOUS: 'r'.repeat(32),
      DEFAULT_URL: 'https://example.com',
      AUTH_URL: 'https://us.example.com/people',
      OAUTH_REFRESH_GRACE_SECONDS: '0',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
      MAIL_URL: 'smtps://user:password@mail.example.com',
      MAIL_FROM: 'Timbre <hello@example.com>',
      OPERATOR_CONTACT: 'help@example.com',
      MAIL_ACCOUNT_DAILY: '300',
      MAIL_CONCURRENCY: '16',
      SHARE_LINK_DAILY: '40',
      ALLOWED_ORIGINS: 'https://app.example.com, http://localhost:5173',
      TRIAL_DAYS: '30',
      TRIAL_REPORTS: '0',
      TRIAL_PROFILES: '5',
      ACCOUNT_PROFILES: '200000',
      ACCOUNT_STORAGE_MB: '5000',
      ACCOUNT_EXPORTS_HOURLY: '3600',
      SMS_URL: 'https://sms.example.com/send',
      SMS_COUNTRIES: '+49, +43',
      RATE_LIMITS: 'off',
      WEBHOOKS: 'off',
      WEBHOOK_CONCURRENCY: '8',
      WEBHOOK_PRIVATE_NETWORKS: '10.20.0.0/16, fd12::/48',
      WEBHOOK_SOURCE_ADDRESSES: '192.0.2.10',
      ATS_HOSTS: 'greenhouse=app.eu.greenhouse.io, ashby=https://ashby.example.com:8443',
      DRAIN_SECONDS: '20',
      DISK_RESERVE_MB: '1024',
      METRICS_LISTEN: '[::1]:9464',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20k, x-team = a',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
      LOG_LEVEL: 'debug',
      LOG_REQUESTS: '1/100',
      SLOW_MILLISECONDS: '250',
      SECRET_KEY: key,
      SECRET_KEY_PREVIOUS: `${'A'.repeat(43)}, ${key}`,
    })
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://timbre.example.com',
      dataDir: '/var/lib/timbre',
      databaseUrl: 'postgres://timbre:secret@db:5432/timbre',
      databaseOwnerUrl: 'postgres://owner:secret@db:5432/timbre',
      databaseDirectUrl: 'postgres://timbre:secret@server:5432/timbre',
      databaseReadUrl: 'postgres://timbre:secret@replica:5432/timbre',
      databasePool: 25,
      instances: 3,
      valkeyUrl: 'valkey://db:6379',
      region: 'eu',
      regions: { us: 'https://us.example.com/api', eu: 'https://timbre.example.com/api' },
      regionSecret: 's'.repeat(32),
      previousRegionSecret: 'r'.repeat(32),
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
      operatorContact: 'help@example.com',
      mailConcurrency: 16,
      mailCaps: { accountDaily: 300, shareLinkDaily: 40 },
      smsUrl: 'https://sms.example.com/send',
      smsCountries: ['+49', '+43'],
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      webhooks: {
        isOn: false,
        concurrency: 8,
        privateNetworks: ['10.20.0.0/16', 'fd12::/48'],
        sourceAddresses: ['192.0.2.10'],
      },
      atsHosts: {
        greenhouse: ['https://app.greenhouse.io', 'https://app.eu.greenhouse.io'],
        ashby: 'https://ashby.example.com:8443',
      },
      debriefModel: undefined,
      trial: { days: 30, reports: 0, profiles: 5 },
      quotas: { profiles: 200_000, storageMegabytes: 5_000, exportsHourly: 3_600 },
      rateLimits: undefined,
      drainSeconds: 20,
      diskReserveMegabytes: 1_024,
      metricsListen: { host: '::1', port: 9464 },
      tracing: {
        endpoint: 'https://collector.example.com/otlp',
        headers: { authorization: 'Bearer k', 'x-team': 'a' },
        ratio: 0.1,
      },
      logLevel: 'debug',
      logRequests: 100,
      slowMilliseconds: 250,
      secretKey: Buffer.alloc(32, 7),
      previousSecretKeys: [Buffer.alloc(32), Buffer.alloc(32, 7)],
    })
  })

  test('for a previous value is refused without the current one', () => {
    expect(errorsOf({ SECRET_KEY_PREVIOUS: 'A'.repeat(43) })).toEqual([
      'SECRET_KEY_PREVIOUS: has no effect without SECRET_KEY',
    ])
  })

  test.each([
    ['SECRET_KEY_PREVIOUS', 'short'],
    ['PORT', 'many'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', ' '],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'timbre.example.com'],
    ['PUBLIC_URL', "https://timbre.example.com/it's"],
    ['PUBLIC_URL', 'https://timbre.example.com/$(id)'],
    ['PUBLIC_URL', 'https://`id`.example.com'],
    ['PUBLIC_URL', 'https://timbre.example.com/"><script>'],
    ['PUBLIC_URL', 'https://timbre.example.com/a;b'],
    ['PUBLIC_URL', 'ftp://timbre.example.com'],
    ['PUBLIC_URL', 'https://timbre.example.com/?a=1'],
    ['PUBLIC_URL', 'https://user:word@timbre.example.com'],
    ['DATABASE_URL', 'mysql://db/timbre'],
    ['DATABASE_URL', 'postgres://[::/timbre'],
    ['DATABASE_DIRECT_URL', 'mysql://db/timbre'],
    ['DATABASE_READ_URL', 'mysql://db/timbre'],
    ['DATABASE_POOLER', 'session'],
    ['BACKUP_DATABASE_URL', 'mysql://db/timbre'],
    ['DISK_RESERVE_MB', 'half'],
    ['ACCOUNT_PROFILES', '0'],
    ['ACCOUNT_CHANGES_DAILY', 'many'],
    ['ACCOUNT_APPS', '0'],
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
    ['MAIL_URL', 'smtp://mail.example.com?secure=no'],
    ['MAIL_URL', 'smtp://user:password@mail.example.com?tls=off'],
    ['MAIL_URL', 'smtps://mail.example.com?tls=off'],
    ['ALLOW_PLAIN_HTTP', 'yes'],
    ['PUBLIC_URL', 'http://timbre.example.com'],
    ['AUTH_URL', 'http://auth.example.com'],
    ['DEFAULT_URL', 'http://example.com'],
    ['MAIL_FROM', 'nobody'],
    ['OPERATOR_CONTACT', 'nobody'],
    ['OPERATOR_CONTACT', 'javascript:alert(1)'],
    ['OPERATOR_CONTACT', 'http://help.example.com'],
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
    ['LOG_REQUESTS', '1/0'],
    ['LOG_REQUEST', 'all'],
    ['SLOW_MILLISECONDS', '0'],
    ['DRAIN_SECONDS', '61'],
    ['METRICS_LISTEN', '9464'],
    ['METRICS_LISTEN', 'localhost:70000'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example.com:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: Bearer k'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['MAIL_CONCURRENCY', '3'],
    ['DRAIN_SECOND', '5'],
    ['SECRET_KEY', 'too-short'],
    ['SECRET_KEY', `${key}AA`],
  ])('%s=%s is refused in one line that starts with its name', (name, value) => {
    const others = { SECRET_KEY: key, [name]: value }
    const lines = errorsOf(others).filter((line) => line.startsWith(`${name}: `))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^[^\n]{10,160}$/)
  })

  test('that is malformed gets a line of its own', () => {
    const errors = errorsOf({ PORT: 'x', DEMO: 'y', LOG_LEVEL: 'z', TRIAL_DAY: '1' })
    expect(errors.map((line) => line.split(':')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL', 'TRIAL_DAY'])
  })

  test.each([
    'DATABASE_URI',
    'ACCOUNT_STORAGE',
    'ACCOUNT_CHANGES',
    'ACCOUNT_EXPORTS_DAILY',
    'ACCOUNT_APP',
    'ACCOUNT_PROFILE',
    'LOG_LEVELS',
    'SLOW_MILISECONDS',
    'OPERATOR_CONTACTS',
    'OPERATOR_CONTAT',
    'OPERATOR_CONTACT_EMAIL',
    'ACCOUNT_APPS_MOST',
    'MAIL_PORT',
    'OTEL_EXPORTER_OLTP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADER',
    'OTEL_TRACE_SAMPLER_ARG',
  ])('that is misspelled as %s is refused', (name) => {
    expect(errorsOf({ [name]: '1' })).toEqual([
      `${name}: is not a variable of this service; see .env.example`,
    ])
  })

  test.each([
    'OTEL_SERVICE_NAME',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_EXPORTER',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'OTEL_EXPORTER_OTLP_TIMEOUT',
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'ACCOUNT_ID',
    'ACCOUNT_STATUS',
    'ACCOUNT_STORE_SERVICE_HOST',
    'OPERATOR_NAME',
    'OPERATOR_NAMESPACE',
    'OPERATOR_CONDITION_NAME',
    'OPERATOR_SERVICE_HOST',
    'OPERATOR_PORT',
    'BACKUP_PASSWORD',
    'LOG_FORMAT',
    'LOGLEVEL',
    'NODE_OPTIONS',
    'DATA_DIRS',
    'SLOW',
  ])('of another program, %s, is accepted', (name) => {
    expect(errorsOf({ [name]: '1' })).toEqual([])
  })

  test('of a service that Kubernetes runs beside it is accepted, and nothing else of that name', () => {
    const named = {
      MAIL_RELAY_SERVICE_HOST: '10.0.0.7',
      MAIL_RELAY_SERVICE_PORT: '25',
      MAIL_RELAY_SERVICE_PORT_SMTP: '25',
      MAIL_RELAY_PORT: 'tcp://10.0.0.7:25',
      MAIL_RELAY_PORT_25_TCP: 'tcp://10.0.0.7:25',
      MAIL_RELAY_PORT_25_TCP_PROTO: 'tcp',
      MAIL_RELAY_PORT_25_TCP_PORT: '25',
      MAIL_RELAY_PORT_25_TCP_ADDR: '10.0.0.7',
      ACCOUNT_PROFILES_SERVICE_HOST: '10.0.0.8',
      ACCOUNT_PROFILES_PORT: 'tcp://10.0.0.8:80',
    }
    expect(errorsOf(named)).toEqual([])
    expect(errorsOf({ ...named, MAIL_RELAY: '1', MAIL_RELAY_HOST: '1', SMS_RELAY_PORT: '1' })).toEqual(
      ['MAIL_RELAY', 'MAIL_RELAY_HOST', 'SMS_RELAY_PORT'].map(
        (name) => `${name}: is not a variable of this service; see .env.example`,
      ),
    )
  })
})
