import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestAccount, type TestService } from './support/service.ts'
import { type CollectedSpan, startTraceCollector, type TraceCollector } from './support/trace-collector.ts'

let collector: TraceCollector
let running: TestService
let account: TestAccount
beforeAll(async () => {
  collector = await startTraceCollector()
  running = await startTestService({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-key,x-team=a',
  })
  account = await running.account()
})
afterAll(() => collector.close())

/** Lines of the log with this text. */
const logged = (text: string) =>
  running
    .logged()
    .split('\n')
    .filter((line) => line.includes(text))

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${traceId}-00f067aa0ba902b7-00`

/** Waits until the span of a request has arrived, which is the last of its trace. */
async function traceOf(isRoot: (span: CollectedSpan) => boolean): Promise<CollectedSpan[]> {
  const root = () => collector.spans.find(isRoot)
  await expect.poll(root).toBeDefined()
  return collector.spans.filter((span) => span.traceId === root()?.traceId)
}

const forRequest = (id: string) => (span: CollectedSpan) => span.attributes['timbre.request_id'] === id

describe('a request', () => {
  test('is a trace of its operation, its transactions and their statements, each within its parent', async () => {
    const id = 'traced-list'
    await account.call('GET', '/profiles?search=Lindqvist', undefined, { 'x-request-id': id })
    const spans = await traceOf(forRequest(id))
    const named = (name: string) => spans.find((span) => span.name === name)
    const [request, operation, transaction] = [
      'GET /api/v4/profiles',
      'list_profiles_with_results',
      'account_read',
    ].map(named)
    expect(request?.parentSpanId).toBeUndefined()
    expect(request?.attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/api/v4/profiles',
      'http.response.status_code': 200,
      'timbre.account_id': account.id,
    })
    expect(operation?.parentSpanId).toBe(request?.spanId)
    expect(operation?.attributes).toMatchObject({ 'timbre.door': 'rest' })
    expect(transaction?.parentSpanId).toBe(operation?.spanId)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === transaction?.spanId)
    expect(statements.length).toBeGreaterThan(0)
    for (const { attributes } of statements) {
      expect(attributes['db.system.name']).toBe('postgresql')
      expect(attributes['db.query.text']).toEqual(expect.any(String))
    }
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    for (const span of spans) {
      const parent = byId.get(span.parentSpanId ?? '')
      // Clocks of spans have a precision of a millisecond at their start.
      if (parent) expect([span.start >= parent.start - 2, span.end <= parent.end + 2]).toEqual([true, true])
    }
  })

  test('goes on with the trace of its client, whatever the client says about sampling, and says so in the log', async () => {
    const headers = { 'x-request-id': 'traced-parent', traceparent }
    await account.call('GET', '/account', undefined, headers)
    const [request] = (await traceOf(forRequest('traced-parent'))).filter(({ name }) =>
      name.startsWith('GET'),
    )
    expect([request?.traceId, request?.parentSpanId]).toEqual([traceId, '00f067aa0ba902b7'])
    const [line] = logged('traced-parent')
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId })
  })

  test('that is refused or fails names its status', async () => {
    const id = 'traced-missing'
    await account.call('GET', '/profile/000000000000000000000000', undefined, { 'x-request-id': id })
    const spans = await traceOf(forRequest(id))
    const request = spans.find(forRequest(id))
    expect([request?.attributes['http.response.status_code'], request?.failed]).toEqual([404, false])
    const operation = spans.find(({ name }) => name === 'get_profile')
    expect([operation?.failed, operation?.attributes['error.type']]).toEqual([true, 'profile_not_found'])
  })

  test('to an invented address is named after no address, and looks at the health have no trace', async () => {
    await fetch(`${running.url}/nothing/Lindqvist`, { headers: { 'x-request-id': 'traced-nowhere' } })
    for (const path of ['/healthz', '/readyz', '/version']) await fetch(running.url + path)
    const [request] = await traceOf(forRequest('traced-nowhere'))
    expect(request?.name).toBe('GET unknown')
    expect(collector.spans.filter(({ name }) => /healthz|readyz|version/.test(name))).toEqual([])
  })
})

test('an email is a trace of its own', async () => {
  const email = 'traced.person@planted.test'
  const { body } = await account.call('POST', '/profile', { firstName: 'Plantedname', email })
  await account.call('POST', `/profile/${body.profile.id}/invite/email`)
  await running.service.drainOutbox()
  const isSending = ({ name }: CollectedSpan) => name === 'send email'
  const sent = (await traceOf(isSending)).find(isSending)
  expect(sent).toMatchObject({ parentSpanId: undefined, kind: 3, failed: false })
  expect(sent?.attributes['timbre.channel']).toBe('email')
})

test('no span holds a name, an address, a search or a secret', async () => {
  await account.call('POST', '/profile', { lastName: 'Plantedlast', phone: '+491701234567' })
  await account.call('GET', '/profiles?search=Plantedsearch', undefined, { 'x-request-id': 'traced-search' })
  await traceOf(forRequest('traced-search'))
  expect(collector.headers()).toMatchObject({ authorization: 'Bearer collector-key', 'x-team': 'a' })
  const text = collector.text()
  for (const planted of ['Planted', 'planted', 'Lindqvist', '1701234567', 'tmb_', 'eyJ', account.token])
    expect(text).not.toContain(planted)
})

test('a collector that refuses is named once, and harms no request', async () => {
  collector.refuse(true)
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await account.call('GET', '/account')).status).toBe(200)
    await expect.poll(() => logged('traces: ').length).toBe(1)
  }
  collector.refuse(false)
  await account.call('GET', '/account', undefined, { 'x-request-id': 'traced-again' })
  await traceOf(forRequest('traced-again'))
  await expect.poll(() => logged('takes spans again').length).toBe(1)
})

test('the last spans are sent while the service stops', async () => {
  const last = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  await fetch(`${last.url}/about`, { headers: { 'x-request-id': 'traced-last' } })
  await last.service.stop()
  expect(collector.spans.some(forRequest('traced-last'))).toBe(true)
})
