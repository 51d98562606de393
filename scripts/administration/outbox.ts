import { z } from 'zod'
import { conflict } from '../../src/contract/failure.ts'
import { setEventOrigin } from '../../src/domain/event/record.ts'
import { recordInviteSent } from '../../src/domain/invite/store.ts'
import {
  countHeld,
  discardMessages,
  findHold,
  holdDeliveries,
  releaseDeliveries,
} from '../../src/domain/restoration/store.ts'
import { command } from './command.ts'
import { accountIdsOf, type Shell } from './shell.ts'

export const holdOutboxCommand = command({
  name: 'outbox hold',
  summary: 'Send no emails, text messages and webhooks until outbox release.',
  usage: '',
  input: z.strictObject({}),
  async run({ database, now }) {
    await database.inSystem((sql) => holdDeliveries(sql, now()))
    const held = await database.inSystem(countHeld, { readOnly: true })
    return { text: `Held: ${wordsOf(held)}, and what is added. Send it with: outbox release`, json: { held } }
  },
})

export const releaseOutboxCommand = command({
  name: 'outbox release',
  summary: 'After a hold or a restore: send what waits. After a restore that includes what was sent before.',
  usage: '',
  input: z.strictObject({}),
  async run(shell) {
    const held = await requireHold(shell)
    await shell.database.inSystem(releaseDeliveries)
    return { text: `Released ${wordsOf(held)}.`, json: { released: held, discarded: 0 } }
  },
})

export const discardOutboxCommand = command({
  name: 'outbox discard',
  summary: 'After a restore: take messages queued before a time for sent, and send everything else.',
  usage: '--before TIME   (such as 2026-11-23T06:40:00Z, when the lost installation stopped)',
  input: z.strictObject({
    before: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-23T06:40:00Z' }),
  }),
  async run(shell, { before }) {
    await requireHold(shell)
    const discarded = await discard(shell, new Date(before))
    const held = await shell.database.inSystem(countHeld, { readOnly: true })
    await shell.database.inSystem(releaseDeliveries)
    return {
      text: `Discarded ${discarded} messages and released ${wordsOf(held)}.`,
      json: { released: held, discarded },
    }
  },
})

/** Account by account. Invites are then shown as sent. */
async function discard({ database, region, now, newId }: Shell, before: Date): Promise<number> {
  let count = 0
  for await (const accountId of accountIdsOf(database)) {
    count += await database.inAccount(accountId, async (sql) => {
      const by = { kind: 'operator', clientId: null } as const
      setEventOrigin(sql, { accountId, region, by, requestId: newId(), now, newId })
      const rows = await discardMessages(sql, accountId, { before, now: now() })
      for (const { inviteId } of rows)
        if (inviteId) await recordInviteSent(sql, { accountId, inviteId }, now())
      return rows.length
    })
  }
  const rows = await database.inSystem((sql) => discardMessages(sql, null, { before, now: now() }))
  return count + rows.length
}

async function requireHold({ database }: Shell) {
  const find = () => database.inSystem(findHold, { readOnly: true })
  if (!(await find()))
    throw conflict(
      'Nothing is held: outbox hold holds messages, and so does the first start after a restore.',
    )
  return database.inSystem(countHeld, { readOnly: true })
}

function wordsOf({ messages, deliveries }: { messages: number; deliveries: number }): string {
  return `${messages} messages and ${deliveries} webhook deliveries`
}
