import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OutgoingMessage, Sql } from '../../contract/ports.ts'
import { unsealMessage } from '../../identity/sealed-message.ts'
import { createSecretKeyring } from '../../identity/secret-keyring.ts'
import type { MessageIntent } from '../message/message-intent.ts'
import { isPermitRefused, type Permit, requestPermit } from '../message/permit.ts'
import { enqueue, messageIdFor } from './enqueue.ts'

const message: OutgoingMessage = {
  channel: 'email',
  to: 'noor@northwind.test',
  subject: 'Northwind invites you',
  text: 'Open https://timbre.example/t/tmb_link_x',
  html: '<p>Open</p>',
  fromName: 'Northwind',
  locale: 'en',
}

test('a queued message is sealed: the row contains neither link nor address, and only that row unseals it', async () => {
  let values: readonly unknown[] = []
  const sql = {
    async run(_: string, parameters: readonly unknown[]) {
      values = parameters
      return 1
    },
  } as Partial<Sql> as Sql
  const place = { accountId: 'a'.repeat(24), id: 'b'.repeat(24) }
  const secretKey = createSecretKeyring([randomBytes(32)])
  const row = { ...place, profileId: null, inviteId: null, now: new Date(), secretKey }
  const permit = await permitFor(empty, message.to, 'former')
  await enqueue(sql, {
    ...row,
    permit,
    message,
    messageId: messageIdFor(place.id, 'https://timbre.example'),
  })
  const content = values.find((value) => Buffer.isBuffer(value)) as Buffer
  expect(values.map(String).join()).not.toMatch(/tmb_link|northwind/i)
  expect(unsealMessage(content, secretKey, place)).toEqual(message)
  expect(() => unsealMessage(content, secretKey, { ...place, id: 'c'.repeat(24) })).toThrow('SECRET_KEY')
})

test("the Message-ID is the row's id at the host of the service, without its port", () => {
  expect(messageIdFor('65f0', 'http://localhost:3000')).toBe('<65f0@localhost>')
  expect(messageIdFor('65f0', 'https://timbre.example/app')).toBe('<65f0@timbre.example>')
})

/** A database that takes everything and holds nothing. */
const empty = { run: async () => 1, rows: async () => [], row: async () => undefined } as unknown as Sql

async function permitFor(
  sql: Sql,
  to: string,
  kind: 'invite' | 'former' | 'security' = 'security',
): Promise<Permit> {
  const sending: MessageIntent =
    kind === 'security'
      ? { kind, channel: 'email', to, causedBy: 'somebody' }
      : { kind, channel: 'email', to }
  const mail = { key: randomBytes(32), accountDaily: 1, shareLinkDaily: 1 }
  const installation = {
    secretKey: createSecretKeyring([randomBytes(32)]),
    isLimited: false,
    mail,
    publicUrl: 'https://timbre.example',
  }
  const answer = await requestPermit(
    { sql, accountId: 'a'.repeat(24), now: new Date(), installation },
    sending,
  )
  if (isPermitRefused(answer)) throw new Error('no permit')
  return answer
}

test.each([
  ['made up', async () => ({ ...(await permitFor(empty, message.to)) }), 'There is no permit'],
  ['for another address', () => permitFor(empty, 'ada@northwind.test'), 'another address'],
  [
    'for an email without its unsubscribe link',
    () => permitFor(empty, message.to, 'invite'),
    'unsubscribe link',
  ],
])('the outbox refuses a message with a permit that is %s', async (_, make, words) => {
  const permit = await make()
  await expect(send(permit)).rejects.toThrow(words)
})

test('a permit is valid for one message', async () => {
  const permit = await permitFor(empty, message.to)
  await send(permit)
  await expect(send(permit)).rejects.toThrow('There is no permit')
})

function send(permit: Permit): Promise<void> {
  return enqueue(empty, {
    accountId: 'a'.repeat(24),
    id: 'b'.repeat(24),
    profileId: null,
    inviteId: null,
    permit,
    message,
    messageId: '<b@timbre.example>',
    now: new Date(),
    secretKey: createSecretKeyring([randomBytes(32)]),
  })
}
