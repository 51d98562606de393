import { medianWithin, type Row } from '../row.ts'
import type { Setting } from '../setting.ts'

/** The audit log, which has an entry for each person. */
export async function auditRows({ requests, send, people, installation }: Setting): Promise<Row[]> {
  const get = (query: string) => ({ method: 'GET', path: `/api/v4/audit-log?limit=50${query}` })
  const { body } = await send({ method: 'GET', path: '/api/v4/profiles?limit=1' })
  const profile = requests([{ method: 'GET', path: `/api/v4/profile/${body.profiles[0].id}` }], {
    name: 'one profile',
  })
  const first = requests([get('')])
  const variants = {
    'the last page': `&page=${Math.floor(people / 50)}`,
    'a page in the middle': `&page=${Math.floor(people / 100)}`,
    'by action': '&action=create_profile',
    'by client': `&clientId=${installation.account.clientId}`,
    'a month': '&after=2025-03-01T00:00:00Z&before=2025-04-01T00:00:00Z',
  }
  return [
    {
      path: '`GET /audit-log`, first page of 50',
      sides: [first, profile],
      goals: [medianWithin(10, 'one profile')],
    },
    ...Object.entries(variants).map(
      ([words, query]): Row => ({
        path: `\`GET /audit-log\`, ${words}`,
        sides: [requests([get(query)]), { ...first, name: 'first page' }],
        goals: [medianWithin(3, 'first page')],
      }),
    ),
  ]
}
