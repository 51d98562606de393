import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { adding, reading } from '../../test/support/gate.ts'
import type { Caller } from '../contract/caller.ts'
import type { Operation } from '../contract/operation.ts'
import { connectionShareOf } from './connection-share.ts'

const machine = { kind: 'machine' } as Caller

describe('the share of connections', () => {
  const field = (name: string) => ({ fields: { [name]: z.string() } })
  test.each(['limit', 'search', 'profileIds', 'days'])(
    'is that of heavy work for operations that read by %s',
    (name) => {
      const share = (operation: Operation) => connectionShareOf(operation, machine).heavy
      expect(share(reading(field(name)) as never)).toBe(true)
      expect(share(adding(field(name)) as never)).toBe(false)
      expect(share(reading() as never)).toBe(false)
      expect(share(adding() as never)).toBe(false)
    },
  )

  test.each([
    ['machine', false],
    ['delegate', false],
    ['member', false],
    ['taker', false],
    ['guest', true],
    ['visitor', true],
  ])('of a %s is that of unproven callers: %s', (kind, isUnproven) => {
    expect(connectionShareOf(adding() as never, { kind } as Caller).unproven).toBe(isUnproven)
  })
})
