import { z } from 'zod'
import { Failure, notFound } from '../../src/contract/failure.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { FailureReason, MessageState, toMessage } from '../../src/domain/message-log/model.ts'
import { maxRetried, sendAgain, whyNotAgain } from '../../src/domain/message-log/send-again.ts'
import {
  countByAccount,
  findMessageAccount,
  findMessageRow,
  listMessageRows,
  lockFailed,
} from '../../src/domain/message-log/store.ts'
import { openMailKey } from '../../src/identity/mail-key.ts'
import { openHomes } from '../../src/regions/homes.ts'
import { command, UsageError } from './command.ts'
import { changeAccount, readAccount, type Shell } from './shell.ts'
import { table } from './table.ts'

export const listOutboxCommand = command({
  name: 'outbox list',
  summary:
    'List emails and text messages of an account, newest first; or how many wait or failed, by account.',
  usage: '[--account ID [--state waiting|sent|failed] [--failure REASON] [--limit N]]',
  input: z.strictObject({
    account: PublicId.optional(),
    state: MessageState.optional(),
    failure: FailureReason.optional(),
    limit: z.coerce.number('must be a number').int().min(1, 'must be at least 1').max(1_000).default(50),
  }),
  async run(shell, { account, state, failure, limit }) {
    if (account === undefined) {
      if (state !== undefined || failure !== undefined) throw new UsageError('Give --account too.')
      return listByAccount(shell)
    }
    const wanted = { failure, state: state === 'waiting' ? ('queued' as const) : state }
    const rows = await readAccount(shell, account, (sql) => listMessageRows(sql, account, wanted, limit))
    const messages = rows.map(toMessage)
    const lines = messages.map((one) => [
      ...[one.id, one.createdAt, one.channel, one.kind, one.state, String(one.attempts)],
      ...[one.failure, one.failureCode],
    ])
    const head = ['id', 'queued', 'channel', 'kind', 'state', 'attempts', 'failure', 'code']
    return { text: lines.length > 0 ? table([head, ...lines]) : 'No messages.', json: { messages } }
  },
})

async function listByAccount({ database }: Shell) {
  const accounts = await database.inSystem(countByAccount, { readOnly: true })
  const lines = accounts.map((one) => [
    ...[one.accountId ?? 'installation', String(one.waiting), String(one.failed), one.oldestWaiting],
  ])
  const head = ['account', 'waiting', 'failed', 'oldest that waits']
  return { text: lines.length > 0 ? table([head, ...lines]) : 'Nothing waits or failed.', json: { accounts } }
}

export const showOutboxMessageCommand = command({
  name: 'outbox show',
  summary: 'Show one email or text message, without its address and text.',
  usage: '<ID>',
  argument: 'id',
  input: z.strictObject({ id: PublicId }),
  async run(shell, { id }) {
    const accountId = await accountOf(shell, id)
    const row = await readAccount(shell, accountId, (sql) => findMessageRow(sql, accountId, id))
    if (!row) throw unknownMessage(id)
    const message = { accountId, ...toMessage(row) }
    const lines = Object.entries(message).map(([name, value]) => [
      name,
      value === null ? null : String(value),
    ])
    return { text: table(lines), json: { message } }
  },
})

export const retryOutboxCommand = command({
  name: 'outbox retry',
  summary: `Send failed messages again: one, or up to ${maxRetried} of an account, the oldest first.`,
  usage: '<ID> | --account ID [--failure REASON]',
  argument: 'id',
  input: z.strictObject({
    id: PublicId.optional(),
    account: PublicId.optional(),
    failure: FailureReason.optional(),
  }),
  async run(shell, { id, account, failure }) {
    if ((id === undefined) === (account === undefined))
      throw new UsageError('Give the id of a message, or --account.')
    const accountId = account ?? (await accountOf(shell, id as string))
    const mail = { key: await openMailKey({ ...shell, now: shell.now() }) }
    const homes = await openHomes({ ...shell, zone: shell.region })
    const retried = await changeAccount(shell, accountId, 'retry_messages', async (sql) => {
      const now = shell.now()
      const found = await lockFailed(sql, accountId, now, { id, failure, most: id ? 1 : maxRetried })
      if (id !== undefined && found.length === 0) {
        const message = await findMessageRow(sql, accountId, id)
        throw message ? new Failure(await whyNotAgain(sql, accountId, now, message)) : unknownMessage(id)
      }
      const { secretKey } = shell
      const installation = { mail, homes }
      const count = await sendAgain(sql, found, { accountId, now, secretKey, installation })
      const target = id ? ({ type: 'message', id } as const) : ({ type: 'account', id: accountId } as const)
      const changes = { retried: count, failure: failure ?? null, channel: null }
      return { result: count, changes: count > 0 ? [{ target, changes }] : [] }
    })
    if (id !== undefined && retried === 0) throw new Failure('recipient_opted_out')
    return {
      text: `${retried} ${retried === 1 ? 'message is' : 'messages are'} sent again.`,
      json: { retried },
    }
  },
})

async function accountOf({ database }: Shell, id: string): Promise<string> {
  const found = await database.inSystem((sql) => findMessageAccount(sql, id), { readOnly: true })
  if (!found) throw unknownMessage(id)
  return found.accountId
}

function unknownMessage(id: string): Failure {
  return notFound(`There is no message ${id} of an account. List them with: outbox list --account ID`)
}
