import { medianWithin, type Row } from '../row.ts'
import type { Setting } from '../setting.ts'

/** Tags with their number of people, and with the ids of all of them. */
export async function tagRows({ requests, send, installation }: Setting): Promise<Row[]> {
  const [commonest] = installation.account.tagIds
  const { body } = await send({ method: 'GET', path: '/api/v4/profiles?limit=100' })
  const ids = (body.profiles as { id: string }[]).map(({ id }) => id)
  const changes = (choices: object) =>
    ids.flatMap((id) =>
      ['POST', 'DELETE'].map((method) => ({
        method,
        path: `/api/v4/tag/${commonest}/profiles`,
        body: JSON.stringify({ profileIds: [id], ...choices }),
      })),
    )
  const few = { connections: 2 }
  const list = (query: string) => requests([{ method: 'GET', path: `/api/v4/tags?limit=100${query}` }], few)
  return [
    {
      path: '`GET /tags`, without the ids of their people',
      sides: [list('&includeProfiles=false')],
      goals: [medianWithin(20)],
    },
    {
      path: 'adding one person to the commonest tag, and removing them, without ids',
      sides: [requests(changes({ includeProfiles: false }), few)],
      goals: [medianWithin(20)],
    },
    { path: '`GET /tags`, with the ids of their people', sides: [list('')], goals: [] },
    {
      path: 'adding one person to the commonest tag, and removing them, with ids',
      sides: [requests(changes({}), few)],
      goals: [],
    },
  ]
}
