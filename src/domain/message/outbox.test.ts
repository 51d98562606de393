import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OutgoingMessage, Sql } from '../../contract/ports.ts'
import { createKeyRing } from '../../identity/key-ring.ts'
import { openMessage } from '../../identity/sealed-message.ts'
import { enqueue, messageIdFor } from './outbox.ts'

const message: OutgoingMessage = {
  channel: 'email',
  to: 'noor@northwind.test',
  subject: 'Northwind invites you',
  text: 'Open https://timbre.example/t/tmb_link_x',
  html: '<p>Open</p>',
  fromName: 'Northwind',
  locale: 'en',
}

test('a message waits sealed: neither link nor address stands in the row, and it opens there only', async () => {
  let values: readonly unknown[] = []
  const sql = {
    async run(_: string, given: readonly unknown[]) {
      values = given
      return 1
    },
  } as Partial<Sql> as Sql
  const place = { accountId: 'a'.repeat(24), id: 'b'.repeat(24) }
  const secretKey = createKeyRing([randomBytes(32)])
  const messageId = messageIdFor(place.id, 'https://timbre.example')
  await enqueue(sql, {
    ...place,
    profileId: null,
    inviteId: null,
    message,
    messageId,
    now: new Date(),
    secretKey,
  })
  const content = values.find((value) => Buffer.isBuffer(value)) as Buffer
  expect(values.map(String).join()).not.toMatch(/tmb_link|northwind/i)
  expect(openMessage(content, secretKey, place)).toEqual(message)
  expect(() => openMessage(content, secretKey, { ...place, id: 'c'.repeat(24) })).toThrow('SECRET_KEY')
})

test('the Message-ID is the row at the host of the service, without its port', () => {
  expect(messageIdFor('65f0', 'http://localhost:3000')).toBe('<65f0@localhost>')
  expect(messageIdFor('65f0', 'https://timbre.example/app')).toBe('<65f0@timbre.example>')
})
