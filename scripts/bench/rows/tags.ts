import { medianWithin, type Row } from '../row.ts'
import type { Setting } from '../setting.ts'

/** Tags, whose answers name all their people. */
export async function tagRows({ requests, send, installation }: Setting): Promise<Row[]> {
  const [commonest] = installation.account.tagIds
  const { body } = await send({ method: 'GET', path: '/api/v4/profiles?limit=100' })
  const ids = (body.profiles as { id: string }[]).map(({ id }) => id)
  const changes = ids.flatMap((id) =>
    ['POST', 'DELETE'].map((method) => ({
      method,
      path: `/api/v4/tag/${commonest}/profiles`,
      body: JSON.stringify({ profileIds: [id] }),
    })),
  )
  const few = { connections: 2 }
  return [
    {
      path: '`GET /tags`, with the ids of their people',
      sides: [requests([{ method: 'GET', path: '/api/v4/tags?limit=100' }], few)],
      goals: [medianWithin(20)],
    },
    {
      path: 'adding one person to the commonest tag, and removing them',
      sides: [requests(changes, few)],
      goals: [medianWithin(20)],
    },
  ]
}
