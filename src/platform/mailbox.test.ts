import { beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { linksIn } from '../contract/links-in.ts'
import type { Database } from '../contract/ports.ts'
import { newPublicId } from './ids.ts'
import { findMessage, listMessages, mailboxTransport } from './mailbox.ts'

let database: Database
const accounts = [newPublicId(), newPublicId()] as const

beforeAll(async () => {
  database = (await createTestDatabase()).database
  for (const id of accounts) {
    await database.inAccount(id, (sql) =>
      sql.run(
        `insert into account (id, created_at, updated_at, name) values ($1, now(), now(), 'Northwind')`,
        [id],
      ),
    )
  }
})

async function keep(accountId: string, to: string, second: number) {
  const id = newPublicId()
  const transport = mailboxTransport(database, () => new Date(Date.UTC(2026, 10, 21, 2, 0, second)))
  const delivery = {
    accountId,
    id,
    profileId: null,
    messageId: `<${id}@timbre.example>`,
    to,
    locale: 'en' as const,
    channel: 'email' as const,
    subject: 'Northwind invites you',
    html: '<p>Open</p>',
    text: 'Open https://timbre.example/t/x.',
  }
  await transport(delivery)
  await transport(delivery)
  return id
}

describe('mailboxTransport', () => {
  test('stores messages of all accounts, once per Message-ID, and lists them newest first', async () => {
    const first = await keep(accounts[0], 'Noor@northwind.test', 1)
    const second = await keep(accounts[1], 'ada@northwind.test', 2)
    const messages = await listMessages(database)
    expect(messages.map(({ id }) => id)).toEqual([second, first])
    expect(messages[1]).toEqual({
      id: first,
      channel: 'email',
      to: 'Noor@northwind.test',
      subject: 'Northwind invites you',
      text: 'Open https://timbre.example/t/x.',
      html: '<p>Open</p>',
      links: ['https://timbre.example/t/x'],
      messageId: `<${first}@timbre.example>`,
      createdAt: '2026-11-21T02:00:01.000Z',
    })
    expect((await listMessages(database, { to: 'noor@northwind.test' })).map(({ id }) => id)).toEqual([first])
    expect(await listMessages(database, { to: 'nobody@northwind.test' })).toEqual([])
    expect(await findMessage(database, first)).toEqual(messages[1])
    expect(await findMessage(database, newPublicId())).toBeUndefined()
  })
})

test('linksIn finds each URL once, without the punctuation around it', () => {
  expect(linksIn('See https://a.test/x?b=1&c=2, (http://b.test/y). Again: https://a.test/x?b=1&c=2')).toEqual(
    ['https://a.test/x?b=1&c=2', 'http://b.test/y'],
  )
  expect(linksIn('nothing here, javascript:alert(1)')).toEqual([])
})
