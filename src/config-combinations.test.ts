import { describe, expect, test } from 'vitest'
import { configOf, errorsOf } from '../test/support/configuration.ts'

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
    [{ DATABASE_URL: 'postgres://localhost/timbre', SECRET_KEY: 'A'.repeat(43) }, false],
    [{ DATABASE_URL: 'postgres://localhost/timbre', SECRET_KEY: 'A'.repeat(43), DEMO: 'on' }, true],
    [{ HOST: '127.evil.example', ...open }, false],
  ])('with %o is %s', (environment, demo) => {
    expect(configOf(environment as Record<string, string>).demo).toBe(demo)
  })

  test.each([
    [{ NODE_ENV: 'production' }, 'DEMO: must be off in production'],
    [{ HOST: '0.0.0.0' }, 'DEMO: must be off while HOST or PUBLIC_URL is public'],
    [{ PUBLIC_URL: 'https://timbre.example.com' }, 'DEMO: must be off while HOST or PUBLIC_URL is public'],
  ])('set with %o fails the start', (environment, line) => {
    expect(errorsOf({ DEMO: 'on', ...(environment as Record<string, string>) })).toEqual([line])
  })

  test('lists a made-up second region, but only with a single configured one', () => {
    expect(configOf({ REGION: 'eu' }).regions).toEqual({
      eu: 'http://localhost:3000/api',
      us: 'https://us.example.com/api',
    })
    expect(configOf({ DEMO: 'off' }).regions).toEqual({ us: 'http://localhost:3000/api' })
  })

  test('never calls the made-up region', () => {
    expect(configOf({ REGION_SECRET: 's'.repeat(32) }).peers).toEqual({})
    const named = { REGIONS: 'us=http://localhost:3000/api', REGION_SECRET: 's'.repeat(32) }
    expect(configOf(named)).toMatchObject({ regions: { eu: 'https://eu.example.com/api' }, peers: {} })
  })
})

describe('variables that depend on each other', () => {
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

  test('the default sender address is at the host of the public address', () => {
    const environment = { PUBLIC_URL: 'https://timbre.example.com', MAIL_URL: 'smtp://mail.example.com' }
    expect(configOf(environment).mailFrom).toBe('no-reply@timbre.example.com')
    expect(configOf(environment).authUrl).toBe('https://timbre.example.com')
  })
})

describe('plain http', () => {
  const mail = { MAIL_URL: 'smtp://mail.example.com' }
  const peers = (eu: string) => ({
    REGIONS: `us=https://us.example.com/api,eu=${eu}/api`,
    REGION_SECRET: 's'.repeat(32),
    PUBLIC_URL: 'https://us.example.com',
    ...mail,
  })

  test.each([
    'http://timbre.example.com',
    'http://203.0.113.7:3000',
    'http://[2001:db8::1]',
    'http://127.evil.example',
    'http://10.0.0.1.evil.example',
  ])('PUBLIC_URL=%s is refused in one line that says how to fix it', (address) => {
    const errors = errorsOf({ PUBLIC_URL: address, ...mail })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatch(/^PUBLIC_URL: .* must be https:.* ALLOW_PLAIN_HTTP=on$/)
  })

  test.each([
    'http://localhost:3000',
    'http://10.1.2.3',
    'http://192.168.1.5:3000',
    'http://timbre',
    'http://[fd00::1]',
  ])('PUBLIC_URL=%s is accepted: the traffic stays in a private network', (address) => {
    expect(configOf({ PUBLIC_URL: address, ...mail }).publicUrl).toBe(address)
  })

  test('to another region is refused outside of private networks', () => {
    expect(errorsOf(peers('http://eu.example.com'))).toEqual([expect.stringMatching(/^REGIONS: http:/)])
    expect(configOf(peers('http://10.0.0.2')).peers).toEqual({ eu: 'http://10.0.0.2' })
  })

  test('is accepted with ALLOW_PLAIN_HTTP=on', () => {
    const said = { ALLOW_PLAIN_HTTP: 'on' }
    expect(configOf({ PUBLIC_URL: 'http://timbre.example.com', ...mail, ...said }).publicUrl).toBe(
      'http://timbre.example.com',
    )
    expect(configOf({ ...peers('http://eu.example.com'), ...said }).peers).toEqual({
      eu: 'http://eu.example.com',
    })
  })
})

describe('a pooler', () => {
  const own = { DATABASE_URL: 'postgres://pooler/timbre', SECRET_KEY: 'A'.repeat(43) }

  test('needs its address and that of the server', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://server/timbre' }
    expect(configOf({ ...own, ...direct, DATABASE_POOLER: 'transaction' }).databaseDirectUrl).toBe(
      direct.DATABASE_DIRECT_URL,
    )
    expect(errorsOf({ ...own, DATABASE_POOLER: 'transaction' })).toEqual([
      'DATABASE_POOLER: needs DATABASE_URL, the pooler, and DATABASE_DIRECT_URL, the server itself',
    ])
    expect(errorsOf({ ...own, ...direct })).toEqual([
      'DATABASE_DIRECT_URL: has no effect without DATABASE_POOLER=transaction',
    ])
    expect(errorsOf({ ...own, ...direct, DATABASE_POOLER: 'session' })).toEqual([
      'DATABASE_POOLER: must be transaction, or not set',
    ])
  })
})

describe('a read replica', () => {
  const own = { DATABASE_URL: 'postgres://primary/timbre', SECRET_KEY: 'A'.repeat(43) }
  const DATABASE_READ_URL = 'postgres://replica/timbre'

  test('needs the primary, and one address', () => {
    expect(configOf({ ...own, DATABASE_READ_URL }).databaseReadUrl).toBe(DATABASE_READ_URL)
    expect(configOf(own).databaseReadUrl).toBeUndefined()
    expect(errorsOf({ DATABASE_READ_URL })).toEqual(['DATABASE_READ_URL: needs DATABASE_URL, the primary'])
    expect(errorsOf({ ...own, DATABASE_READ_URL: 'postgres://one,two/timbre' })).toEqual([
      'DATABASE_READ_URL: must name one server, or one address in front of several replicas',
    ])
  })
})
