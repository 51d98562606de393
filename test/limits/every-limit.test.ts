import { beforeAll, describe, expect, test } from 'vitest'
import { type LimitName, limitNames, limitTable } from '../../src/contract/limits.ts'
import type { PayerKind } from '../../src/contract/payer.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { divisor, floods } from './floods.ts'
import { type LegitimateUsers, openLegitimateUsers } from './legitimate-users.ts'

/** Which keys each limit charged, and which of them were exhausted. */
type Charges = Map<LimitName, { charged: Set<string>; emptied: Set<string> }>

/** Limits that a stranger cannot reach, because their payer has proven something. */
const proven: readonly PayerKind[] = ['program', 'client', 'person', 'link', 'browser', 'passkey']

/**
 * For every limit of the table: a stranger without credentials, who knows an account's id, its clients' ids, its
 * members' addresses and a public link, sends every possible request without end. Afterwards the rightful users, from
 * another network, must be served as before. A limit that neither side reaches fails, so a new one needs a flood or a
 * legitimate use here.
 */
describe('limits as weapons', () => {
  let running: TestService
  let rightful: LegitimateUsers
  let at: Charges = new Map()
  const [byRightful, byStranger, afterwards]: [Charges, Charges, Charges] = [new Map(), new Map(), new Map()]
  let [before, after]: [Record<string, number>, Record<string, number>] = [{}, {}]

  beforeAll(async () => {
    running = await startTestService(
      { LOG_LEVEL: 'info', RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
      {
        // Nothing recovers, so that a slow machine exhausts what a quick one does.
        limitsClock: () => 0,
        limitsDivisor: divisor,
        watchLimits(name, { key }, { isWithin }) {
          const noted = at.get(name) ?? { charged: new Set(), emptied: new Set() }
          at.set(name, noted)
          noted.charged.add(key)
          if (!isWithin) noted.emptied.add(key)
        },
        readDocument: async (address) => ({
          text: JSON.stringify({ client_id: address, redirect_uris: ['http://127.0.0.1/callback'] }),
          maxAgeSeconds: 300,
        }),
      },
    )
    rightful = await openLegitimateUsers(running)
    at = byRightful
    before = await rightful.useEverything()
    at = byStranger
    for (const flood of floods) await flood(running, rightful.known)
    at = afterwards
    after = await rightful.useEverything()
  }, 180_000)

  test('legitimate users are served as before', () => {
    expect(after).toEqual(before)
    expect(Object.entries(after).filter(([, status]) => status >= 400)).toEqual([])
  })

  const keys = (charges: Charges, name: LimitName, which: 'charged' | 'emptied' = 'charged') =>
    charges.get(name)?.[which] ?? new Set<string>()

  test.each(limitNames)('%s is reached, and a stranger exhausts it for no one else', (name) => {
    const { charged } = limitTable[name]
    const own = keys(byRightful, name).union(keys(afterwards, name))
    const strange = keys(byStranger, name)
    expect(own.union(strange).size, 'no flood and no rightful use reaches this limit').toBeGreaterThan(0)
    if (proven.includes(charged)) expect([...strange], 'a stranger is charged as somebody proven').toEqual([])
    if (charged === 'everyone') expect([...keys(byStranger, name, 'emptied')]).toEqual([])
    else expect([...strange.intersection(own)]).toEqual([])
    // Where a stranger gets anywhere, they continued until the limit was exhausted.
    if (strange.size > 0 && charged !== 'everyone') {
      expect(
        keys(byStranger, name, 'emptied').size,
        'the flood is too small to show anything',
      ).toBeGreaterThan(0)
    }
  })

  test('each limit that refuses the stranger is named in the security log', () => {
    const named = new Set(
      running
        .logged()
        .split('\n')
        .filter((line) => line.includes('"kind":"limited"'))
        .map((line) => JSON.parse(line).limit),
    )
    const emptied = limitNames.filter((name) => keys(byStranger, name, 'emptied').size > 0)
    expect(emptied.length).toBeGreaterThan(10)
    expect(emptied.filter((name) => !named.has(name))).toEqual([])
  })

  test('the number of limits that a stranger can exhaust for someone else is 0', () => {
    const weapons = limitNames.filter((name) => {
      const own = keys(byRightful, name).union(keys(afterwards, name))
      return keys(byStranger, name, 'emptied').intersection(own).size > 0
    })
    expect(weapons).toEqual([])
  })
})
