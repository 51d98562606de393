import { expect, test } from 'vitest'
import { restOperations } from './support/rest-operations.ts'
import { freePort, startTestService, type TestAccount, type TestService } from './support/service.ts'
import { startWebhookReceiver } from './support/webhook-receiver.ts'

async function startWithMetrics(environment: Record<string, string> = {}) {
  const port = await freePort()
  const running = await startTestService({ METRICS_LISTEN: `127.0.0.1:${port}`, ...environment })
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
    'db_client_connection_pending_requests 0',
  ])
    expect(text).toContain(`${line}\n`)
  expect(text).toContain(`timbre_build_info{version="${running.service.version}",commit="`)
  expect(text).toMatch(/^db_client_connection_count\{state="idle"\} [1-9]/m)
  // On a busy machine the loop may not have waited once since the last collection, so that its ratio is 1.
  await expect.poll(read).toMatch(/^nodejs_eventloop_utilization_ratio 0\.\d/m)
  expect((await fetch(`${root}/`)).status).toBe(404)
  expect((await fetch(`${running.url}/metrics`)).status).toBe(404)
})

const series = 'invented paths need at most 2,500 series, and the second time no more'
test(`two accounts and 40 ${series}`, () => countSeries({ accounts: 1, paths: 20, again: 5 }))
test(`many accounts and 120 ${series}`, { tags: 'long' }, () =>
  countSeries({ accounts: 4, paths: 60, again: 1 }),
)

/** Twice so many accounts and paths. The second time each route in `again` is sent. */
async function countSeries(size: { accounts: number; paths: number; again: number }): Promise<void> {
  const { running, read } = await startWithMetrics()
  const callers = await createAccounts(running, 2 * size.accounts)
  await drive(running, callers.slice(0, size.accounts), 'alder', size.paths, 1)
  const first = seriesOf(await read())
  await drive(running, callers.slice(size.accounts), 'birch', size.paths, size.again)
  const began = performance.now()
  const text = await read()
  const milliseconds = (performance.now() - began).toFixed(1)
  const second = seriesOf(text)
  console.info(
    `${first.length} series, ${Math.round(text.length / 1_000)} KB, collected in ${milliseconds} ms`,
  )
  expect(second).toEqual(first)
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThanOrEqual(
    2_500,
  )
  const labels = second.filter((line) => !line.startsWith('timbre_build_info'))
  expect(labels.filter((line) => /alder|birch|[0-9a-f]{24}|@/.test(line))).toEqual([])
}

async function createAccounts(running: TestService, count: number): Promise<TestAccount[]> {
  const made: TestAccount[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: 2 }, () => running.account()))))
  return made
}

/** Every route, or each of so many, with other accounts and ids of their own, and paths that don't exist. */
async function drive(
  { url }: TestService,
  callers: TestAccount[],
  word: string,
  paths: number,
  step: number,
): Promise<void> {
  const operations = restOperations.filter(({ path }) => !path.includes('events'))
  for (const [place, { method, path }] of operations.entries()) {
    if (place % step) continue
    const { call, id } = callers[place % callers.length] as TestAccount
    await call(method, path.replace(/\{\w+\}/g, id), method === 'GET' ? undefined : {})
  }
  const methods = ['GET', 'DELETE', 'PROPFIND']
  for (let count = 0; count < paths; count++)
    await fetch(`${url}/${word}/${count}`, { method: methods[count % 3] as string })
}

test('webhooks are counted by outcome, and those that wait by when they are due', async () => {
  const { running, read } = await startWithMetrics({ WEBHOOKS: 'on' })
  const receiver = await startWebhookReceiver()
  receiver.answer(({ path }) => (path === '/fails' ? 500 : 200))
  const { call } = await running.account()
  const types = ['profile.created', 'profile.deleted']
  for (const path of ['/works', '/fails'])
    expect((await call('POST', '/webhook', { url: receiver.url(path), types })).status).toBe(201)
  expect((await call('POST', '/profile', { firstName: 'Ada' })).status).toBe(201)
  await running.service.drainWebhooks()
  const text = await read()
  for (const line of [
    'timbre_webhook_attempts_total{outcome="sent"} 1',
    'timbre_webhook_attempts_total{outcome="retry"} 1',
    'timbre_webhook_attempts_total{outcome="failed"} 0',
    'timbre_webhook_deliveries{state="due"} 0',
    'timbre_webhook_deliveries{state="waiting"} 1',
    'timbre_webhook_oldest_seconds 0',
  ])
    expect(text).toContain(`${line}\n`)
})

test('messages, tasks, the disk and the keys have metrics', async () => {
  const { running, read } = await startWithMetrics()
  const { call } = await running.account()
  const { body } = await call('POST', '/profile', { email: 'ada@test.test' })
  expect((await call('POST', `/profile/${body.profile.id}/invite/email`, {})).status).toBe(204)
  await running.service.drainOutbox()
  await running.service.sweepRetention()
  const text = await read()
  for (const line of [
    'timbre_outbox_attempts_total{channel="email",lane="1",outcome="sent"} 1',
    'timbre_outbox_delivery_seconds_count{channel="email",lane="1",outcome="sent"} 1',
    'timbre_outbox_messages{state="due",lane="1"} 0',
    'timbre_ready{part="all"} 1',
    'timbre_ready{part="writable"} 1',
    'timbre_migration_pending 0',
    'timbre_log_lines_dropped_total 0',
    'db_client_connection_timeouts_total 0',
  ])
    expect(text).toContain(`${line}\n`)
  for (const name of [
    'timbre_disk_free_bytes',
    'timbre_disk_size_bytes',
    'timbre_audit_anchor_age_seconds',
    'timbre_signing_key_age_seconds',
    'timbre_task_success_timestamp_seconds{task="housekeeping"}',
    'timbre_task_duration_seconds{task="housekeeping"}',
    'nodejs_eventloop_delay_seconds{quantile="0.99"}',
    'db_client_operation_duration_seconds_count{operation="account_write"}',
    'db_client_connection_wait_time_seconds_count',
    'http_server_active_requests',
    'http_server_open_connections',
    'timbre_admission_limit',
    'timbre_admission_waiting',
    'timbre_admission_refused_total{class="1",reason="waited"}',
  ])
    expect(text).toMatch(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} \\d`, 'm'))
  // There is one region.
  expect(text).not.toMatch(/^timbre_region_feed_age_seconds \d/m)
})
