import { setTimeout } from 'node:timers/promises'
import { medianWithin, type Row, type Side } from '../row.ts'
import type { HttpOptions, Setting } from '../setting.ts'

const endpoints = 3

/** Changes a second that hardly ever meet each other's deliveries: what is measured is the write by itself. */
const slowRate = 10

/** Changes a second of a busy account, far below what the service can do. */
const usualRate = 60

/** What endpoints cost those who write. They are enabled while their side runs, until everything is sent. */
export async function webhookRows({ requests, send, start }: Setting): Promise<Row[]> {
  const create = {
    ...{ method: 'POST', path: '/api/v4/profile' },
    body: JSON.stringify({ email: 'heard-{id}@example.com', firstName: 'Ada', lastName: 'Osei' }),
  }
  let added: Promise<string[]> | undefined
  const add = async () => {
    const port = await start('receiver.ts').ask<number>('port')
    const ids: string[] = []
    for (let number = 1; number <= endpoints; number += 1) {
      const url = `http://127.0.0.1:${port}/${number}`
      const { status, body } = await send({
        ...{ method: 'POST', path: '/api/v4/webhook', body: JSON.stringify({ url }) },
      })
      if (status !== 201) throw new Error(`No endpoint was added: ${JSON.stringify(body)}`)
      ids.push(body.webhook.id)
    }
    return ids
  }
  const heard = (load: HttpOptions): Side => ({
    name: 'service',
    async run(milliseconds) {
      added ??= add()
      const ids = await added
      await setState(send, ids, 'enabled')
      const sample = await requests([create], load).run(milliseconds)
      await allSent(send, ids)
      await setState(send, ids, 'disabled')
      return sample
    },
  })
  const row = (rate: string, load: HttpOptions, note: string): Row => ({
    path: `\`POST /profile\`${rate}, ${endpoints} webhook endpoints`,
    sides: [heard(load), requests([create], { ...load, name: 'no endpoint' })],
    goals: [medianWithin(1.15, 'no endpoint')],
    note,
  })
  const sent = 'requests to the endpoints are sent meanwhile, by the same process'
  return [
    row(
      `, ${slowRate} a second`,
      { perSecond: slowRate },
      'the write by itself: its deliveries are over before the next one',
    ),
    row(`, ${usualRate} a second`, { perSecond: usualRate }, sent),
    row('', {}, `${sent}: what they take, creates don't get`),
  ]
}

async function setState(send: Setting['send'], ids: readonly string[], state: string): Promise<void> {
  for (const id of ids)
    await send({ method: 'PATCH', path: `/api/v4/webhook/${id}`, body: JSON.stringify({ state }) })
}

async function allSent(send: Setting['send'], ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    for (;;) {
      const { body } = await send({ method: 'GET', path: `/api/v4/webhook/${id}` })
      if (body.webhook.health.waiting === 0) break
      await setTimeout(100)
    }
  }
}
