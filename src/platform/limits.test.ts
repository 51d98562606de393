import { describe, expect, test } from 'vitest'
import { type LimitDeclaration, limitNames, limitTable } from '../contract/limits.ts'
import { networkOf, paidBy } from '../contract/payer.ts'
import { openLimits } from './limits.ts'

const table: Record<string, LimitDeclaration> = limitTable
const { wrongCodes, codesOfBrowser, programRequests } = openLimits({ burst: 3, perSecond: 1 })

describe('limits', () => {
  test('count the addresses of one IPv6 network together', async () => {
    for (let n = 0; n < 60; n += 1)
      expect((await wrongCodes(networkOf(`2001:db8::${n}`)))?.isWithin).toBe(true)
    expect((await wrongCodes(networkOf('2001:db8::ffff')))?.isWithin).toBe(false)
    expect((await wrongCodes(networkOf('2001:db8:0:1::1')))?.isWithin).toBe(true)
  })

  test('give back what was charged', async () => {
    const browser = paidBy('browser', 'one')
    for (let n = 0; n < 100; n += 1) {
      expect((await codesOfBrowser(browser))?.isWithin).toBe(true)
      await codesOfBrowser(browser, -1)
    }
  })

  test('follow the configured rates for programs', async () => {
    expect(await programRequests(paidBy('program', 'one'))).toMatchObject({ burst: 3, remaining: 2 })
  })

  test('with a divisor allow a part of each burst, at least four requests, and programs all of theirs', async () => {
    const limits = openLimits({ burst: 50, perSecond: 10 }, { divisor: 5 })
    expect(await limits.wrongCodes(networkOf('192.0.2.7'))).toMatchObject({ burst: 12, remaining: 11 })
    expect(await limits.codesOfBrowser(paidBy('browser', 'one'))).toMatchObject({ burst: 4 })
    expect(await limits.programRequests(paidBy('program', 'one'))).toMatchObject({ burst: 50 })
  })

  test('limit nothing if limits are off', async () => {
    const limits = openLimits(undefined)
    expect(await limits.codes(networkOf('192.0.2.7'))).toBeUndefined()
  })
})

/** Limits whose payer is shared or can be made up by a client. */
const behind = limitNames.filter((name) => ['everyone', 'networkFor'].includes(limitTable[name].charged))

describe('a limit that everyone shares, or that is narrowed by a name from the request', () => {
  // The names of share links are those of existing links.
  test.each(behind.filter((name) => name !== 'sharedLinkRequests'))(
    '%s is guarded by a limit of the network',
    (name) => {
      let standing = table[table[name]?.guardedBy ?? '']
      while (standing?.guardedBy) standing = table[standing.guardedBy]
      expect(standing?.charged).toBe('network')
    },
  )

  test.each(limitNames.filter((name) => limitTable[name].charged === 'everyone'))(
    '%s is at most half used up by one network',
    (name) => {
      const shared = table[name]
      const own = table[shared?.guardedBy ?? '']
      expect(own?.burst).toBeLessThanOrEqual((shared?.burst ?? 0) / 2)
      expect(own?.perSecond).toBeLessThanOrEqual((shared?.perSecond ?? 0) / 2)
    },
  )
})
