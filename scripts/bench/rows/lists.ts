import { medianWithin, type Row, rateOf, type Side, tailWithin } from '../row.ts'
import type { Setting } from '../setting.ts'

/** `GET /profiles`: the first page, and every other page, filter, order, total and search. */
export async function listRows(setting: Setting): Promise<Row[]> {
  const { account, people } = { ...setting.installation, people: setting.people }
  const first = setting.requests([get('')])
  const { body } = await setting.send({ method: 'GET', path: '/api/v4/profiles?limit=50' })
  const [one] = body.profiles as { id: string; lastName: string }[]
  const profile = setting.requests([{ method: 'GET', path: `/api/v4/profile/${one?.id}` }], {
    name: 'one profile',
  })
  const page = `select id, doc from profile where account_id = '${account.id}' order by created_at desc, id desc limit 50;`
  const firstPage: Row = {
    path: '`GET /profiles`, first page of 50',
    sides: [first, setting.statements(page), profile, ...(await postgraphile(setting))],
    goals: [rateOf(0.6, 'pgbench'), rateOf(8, 'PostGraphile'), medianWithin(12, 'one profile')],
  }
  const [commonest, second, third] = account.tagIds
  const variants: Record<string, string> = {
    'the last page': `&page=${Math.ceil(people / 50)}`,
    'a page in the middle': `&page=${Math.ceil(people / 100)}`,
    'by name': '&sortProp=name',
    'by name, descending, in the middle': `&sortProp=name&sortOrder=descending&page=${Math.ceil(people / 100)}`,
    'by `_id`': '&sortProp=_id',
    'completed people': '&isCompleted=true',
    'people not completed': '&isCompleted=false',
    pending: '&state=pending',
    'one style letter': '&discStyles=D',
    'three styles': '&discStyles=DI,SC,C',
    'completed Focus': '&assessmentIds=focus',
    'started in a month': '&startedAfter=2025-03-01T00:00:00Z&startedBefore=2025-04-01T00:00:00Z',
    'changed since September': '&updatedAfter=2026-09-01T00:00:00Z',
    'the commonest tag': `&tagIds=${commonest}`,
    'the commonest tag, in the middle': `&tagIds=${commonest}&page=${Math.ceil(people / 200)}`,
    'three tags': `&tagIds=${commonest},${second},${third}`,
    'three tags, completed, style D, by name': `&tagIds=${commonest},${second},${third}&isCompleted=true&discStyles=D&sortProp=name`,
    'a rare tag': `&tagIds=${account.tagIds.at(-1)}`,
    'with tags': '&includeTags=true',
  }
  const rows = Object.entries(variants).map(
    ([words, query]): Row => ({
      path: `\`GET /profiles\`, ${words}`,
      sides: [setting.requests([get(query)]), { ...first, name: 'first page' }],
      goals: [medianWithin(3, 'first page'), tailWithin(10, 'first page')],
    }),
  )
  return [firstPage, ...rows, teamRow(setting, { ...first, name: 'first page' })]
}

/** The same page with its total, without authorization. Nothing if its packages could not be installed. */
async function postgraphile({
  hasPackages,
  installation,
  service,
  serverSide,
  start,
}: Setting): Promise<Side[]> {
  if (!hasPackages) return []
  const port = await start('peers/postgraphile.ts').ask<number>(service.owner)
  const condition = `condition: { accountId: "${installation.account.id}" }`
  const list = `allProfiles(first: 50, orderBy: [CREATED_AT_DESC, ROW_ID_DESC], ${condition})`
  const body = JSON.stringify({ query: `{ ${list} { totalCount nodes { rowId doc } } }` })
  return [serverSide('PostGraphile', port, [{ method: 'POST', path: '/graphql', body }])]
}

function get(query: string) {
  return { method: 'GET', path: `/api/v4/profiles?limit=50${query}` }
}

function teamRow(setting: Setting, first: Side): Row {
  const path = `/api/v4/team?tagIds=${setting.installation.account.tagIds.at(-1)}`
  return {
    path: '`GET /team` of a rare tag',
    sides: [setting.requests([{ method: 'GET', path }]), first],
    goals: [medianWithin(3, 'first page'), tailWithin(10, 'first page')],
  }
}
