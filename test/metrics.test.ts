import { expect, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { freePort, startTestService, type TestService } from './support/service.ts'

async function startWithMetrics() {
  const port = await freePort()
  const running = await startTestService({ METRICS_LISTEN: `127.0.0.1:${port}` })
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
    return answer.text()
  }
  return { running, read, root: `http://127.0.0.1:${port}` }
}

/** Names with labels, without the values; without series of Node's own, which appear when their event first happens. */
function seriesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => line.replace(/ [^ ]+$/, '')).filter((line) => !/^(nodejs|process)_/.test(line))
}

test('requests, operations and connections are counted, on a port of their own only', async () => {
  const { running, read, root } = await startWithMetrics()
  const { call } = await running.account()
  await call('GET', '/account')
  await call('GET', '/profile/000000000000000000000000')
  const text = await read()
  for (const line of [
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/api/v4/account",http_response_status_code="200"} 1',
    'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/api/v4/profile/:profileId",http_response_status_code="404"} 1',
    'timbre_operation_duration_seconds_count{operation="get_account",door="rest",outcome="ok"} 1',
    'timbre_operation_duration_seconds_count{operation="get_profile",door="rest",outcome="missing"} 1',
    `timbre_build_info{version="${running.service.version}"} 1`,
    'db_client_connection_pending_requests 0',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toMatch(/^db_client_connection_count\{state="idle"\} [1-9]/m)
  expect(text).toMatch(/^nodejs_eventloop_utilization_ratio 0\.\d/m)
  expect((await fetch(`${root}/`)).status).toBe(404)
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404)
})

test('more accounts, ids and invented paths add no series', async () => {
  const { running, read } = await startWithMetrics()
  await drive(running, 'first')
  const first = seriesOf(await read())
  await drive(running, 'second')
  await drive(running, 'third')
  expect(seriesOf(await read())).toEqual(first)
  console.info(`${first.length} series`)
  const secrets = first.filter((line) => /first|[0-9a-f]{24}|@/.test(line))
  expect(secrets).toEqual([])
})

/** Every route with an account and ids of its own, and paths that don't exist. */
async function drive({ account, url }: TestService, word: string): Promise<void> {
  const { call, id } = await account({ name: word })
  for (const { rest } of catalog) {
    if (!rest) continue
    const [method = '', path = ''] = rest.route.split(' ')
    if (path.includes('events')) continue
    await call(method, path.replace(/\{\w+\}/g, id), method === 'GET' ? undefined : {})
  }
  for (let count = 0; count < 50; count++) await fetch(`${url}/${word}/${count}/${id}`)
  for (const method of ['PROPFIND', 'DELETE']) await fetch(`${url}/${word}`, { method })
}
