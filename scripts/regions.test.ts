import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { zones } from '../src/config-addresses.ts'
import { environmentOf } from './regions.ts'

const plan = { folder: '/data', firstPort: 3001, secret: 's'.repeat(43) }

function configOf(zone: (typeof zones)[number]) {
  const read = readConfig(environmentOf(zone, plan))
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return read.config
}

describe('npm run regions', () => {
  test('gives each region the addresses of the two others, and one authorization server to all', () => {
    const configs = zones.map(configOf)
    expect(configs.map(({ publicUrl }) => publicUrl)).toEqual([
      'http://localhost:3001',
      'http://localhost:3002',
      'http://localhost:3003',
    ])
    expect(configs.map(({ peers }) => Object.keys(peers))).toEqual([
      ['eu', 'sea'],
      ['us', 'sea'],
      ['us', 'eu'],
    ])
    expect(configs.map((config) => config.isAuthorizationServer)).toEqual([true, false, false])
    expect(new Set(configs.map(({ authorizationZone }) => authorizationZone))).toEqual(new Set(['us']))
  })

  test('gives each a folder and a demo of its own, whatever the surroundings say of a database', () => {
    const configs = zones.map(configOf)
    expect(configs.map(({ dataDir }) => dataDir)).toEqual(['/data/us', '/data/eu', '/data/sea'])
    for (const config of configs) expect(config).toMatchObject({ databaseUrl: undefined, demo: true })
    expect(environmentOf('eu', plan)).toMatchObject({ DATABASE_URL: '', SECRET_KEY: '' })
  })
})
