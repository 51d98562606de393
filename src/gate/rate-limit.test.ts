import { describe, expect, test } from 'vitest'
import { countingLimits } from '../../test/support/gate.ts'
import type { Caller } from '../contract/caller.ts'
import { networkOf } from '../contract/payer.ts'
import { countRequest } from './rate-limit.ts'

const place = { accountId: 'a'.repeat(24), region: 'us' }
const network = networkOf('192.0.2.1')
const linkHash = Buffer.from([255, 254, 253])
const program = { ...place, clientId: 'app', scopes: new Set() }
const callers = {
  machine: { kind: 'machine', ...program },
  delegate: { kind: 'delegate', ...program, memberId: 'member' },
  member: { kind: 'member', ...place, memberId: 'member' },
  taker: { kind: 'taker', ...place, profileId: 'profile' },
  visitor: { kind: 'visitor', ...place, network },
  personal: { kind: 'guest', ...place, link: 'personal', linkHash, network },
  report: { kind: 'guest', ...place, link: 'report', linkHash, network },
  shared: { kind: 'guest', ...place, link: 'shared', linkHash, network },
  card: { kind: 'guest', ...place, link: 'card', linkHash, network },
  stop: { kind: 'guest', ...place, link: 'stop', linkHash, network },
  notices: { kind: 'guest', ...place, link: 'notices', linkHash, network },
} as unknown as Record<string, Caller>

describe('a request counts against one rate limit', () => {
  test.each<[string, boolean, string, string]>([
    ['machine', false, 'programRequests', `program ${place.accountId}:app`],
    ['delegate', false, 'programRequests', `program ${place.accountId}:app`],
    ['member', false, 'personRequests', `person ${place.accountId}:member`],
    ['taker', false, 'personRequests', `person ${place.accountId}:profile`],
    ['visitor', false, 'logoRequests', 'network 192.0.2.1'],
    ['visitor', true, 'logoRequests', 'network 192.0.2.1'],
    ['personal', true, 'linkRequests', 'link __79'],
    ['report', true, 'linkRequests', 'link __79'],
    ['stop', true, 'linkRequests', 'link __79'],
    ['notices', true, 'linkRequests', 'link __79'],
    ['shared', true, 'sharedLinkRequests', 'networkFor 192.0.2.1 __79'],
    ['card', true, 'sharedLinkRequests', 'networkFor 192.0.2.1 __79'],
    ['personal', false, 'unknownLinks', 'network 192.0.2.1'],
    ['report', false, 'unknownLinks', 'network 192.0.2.1'],
    ['shared', false, 'unknownLinks', 'network 192.0.2.1'],
    ['card', false, 'unknownLinks', 'network 192.0.2.1'],
  ])('of a %s whose link is known: %s', async (who, linkExists, limit, payer) => {
    const { limits, taken, payers } = countingLimits()
    expect(await countRequest(limits, callers[who] as Caller, linkExists)).toMatchObject({ isWithin: true })
    expect(taken).toEqual({ [limit]: 1 })
    expect(payers).toEqual([payer])
  })
})
