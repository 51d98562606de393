import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'
import type { PlaceClass } from './places.ts'

/** Requests to `/<class>`, of which none is ever answered. Returns how many were started. */
function admissionWith(poolSize: number) {
  let started = 0
  const refused: string[] = []
  const storage = { isLow: false }
  const admission = createAdmission({
    classify: (_, target) => ({ requestClass: Number(target.slice(1)) as PlaceClass, kind: 'test' }),
    refuse: (_, __, code) => void refused.push(code),
    isStorageLow: () => storage.isLow,
    poolSize,
    now: () => 0,
    trustedProxies: [],
    metrics: undefined,
    warn: () => {},
  })
  const send = (count: number, requestClass: PlaceClass, remoteAddress: string, headers = {}) => {
    const before = started
    const waiting = Array.from({ length: count }, () => {
      const response = new EventEmitter() as ServerResponse
      const request = { method: 'GET', url: `/${requestClass}`, headers, socket: { remoteAddress } }
      admission.admit(request as unknown as IncomingMessage, response, () => {
        started += 1
      })
      return response
    })
    return { started: started - before, close: () => waiting.forEach((one) => void one.emit('close')) }
  }
  return { admission, send, refused, storage }
}

const cookie = 'take=tmb_take_invented'

test('invented sessions of one network leave 40% of the places to people elsewhere', () => {
  const { send } = admissionWith(10)
  const flood = send(60, 1, '198.51.100.1', { cookie })
  expect(flood.started).toBe(12)
  const person = send(1, 1, '198.51.100.2', { cookie })
  expect(person.started).toBe(1)
  for (const { close } of [flood, person]) close()
})

test('invented tokens of many networks have half of the places, and a token that was seen has another', () => {
  const { admission, send } = admissionWith(10)
  const floods = Array.from({ length: 60 }, (_, at) =>
    send(1, 2, `198.51.100.${at}`, { authorization: `Bearer invented-${at}` }),
  )
  expect(floods.filter(({ started }) => started === 1)).toHaveLength(10)
  admission.accounts.remember('Bearer known', 'a'.repeat(24))
  const known = send(1, 2, '198.51.100.1', { authorization: 'Bearer known' })
  expect(known.started).toBe(1)
  for (const { close } of [...floods, known]) close()
})

test('without space on the disk, work for many people is refused and everything else is started', () => {
  const { send, refused, storage } = admissionWith(10)
  storage.isLow = true
  const started = ([1, 2, 3, 4] as const).map((one) => send(1, one, '198.51.100.1', { cookie }).started)
  expect(started).toEqual([1, 1, 1, 0])
  expect(refused).toEqual(['storage_low'])
  storage.isLow = false
  expect(send(1, 4, '198.51.100.1', { cookie }).started).toBe(1)
})
