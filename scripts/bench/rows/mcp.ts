import { type Row, rateOf } from '../row.ts'
import type { Setting } from '../setting.ts'

/** MCP tools next to the REST operations that do the same. */
export async function mcpRows({ requests, send }: Setting): Promise<Row[]> {
  const call = (name: string, input: object) => ({
    ...{ method: 'POST', path: '/mcp' },
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  const pair = (name: string, input: object, twin: Parameters<typeof requests>[0][number]): Row => ({
    path: `MCP tool \`${name}\``,
    sides: [requests([call(name, input)]), requests([twin], { name: 'REST' })],
    goals: [rateOf(0.85, 'REST')],
  })
  // A refused call has the status 200 as well.
  const { body } = await send(call('list_tags', { search: 'Rare' }))
  if (body?.result?.structuredContent?.tags?.length !== 1)
    throw new Error(`The tool refused: ${JSON.stringify(body)}`)
  const tag = { label: 'Made by the bench', color: 'red' }
  return [
    pair('list_tags', { search: 'Rare' }, { method: 'GET', path: '/api/v4/tags?search=Rare' }),
    pair(
      'list_profiles',
      { limit: 50 },
      { method: 'GET', path: '/api/v4/profiles?limit=50&includeTags=true' },
    ),
    pair('create_tag', tag, { method: 'POST', path: '/api/v4/tag', body: JSON.stringify(tag) }),
  ]
}
