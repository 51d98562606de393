import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it arrived: its attributes as plain values, its times in milliseconds since 1970. */
export type CollectedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  kind: number
  attributes: Record<string, string | number | boolean>
  failed: boolean
  start: number
  end: number
}

export type TraceCollector = {
  endpoint: string
  spans: CollectedSpan[]
  /** Headers of the last batch. */
  headers: () => Record<string, unknown>
  /** Every byte that arrived. */
  text: () => string
  /** From now on every batch is refused, or taken again. */
  refuse: (isRefusing: boolean) => void
  close: () => Promise<void>
}

/** Takes spans as an OpenTelemetry collector does (OTLP 1.x over HTTP in JSON). */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  let headers: Record<string, unknown> = {}
  let isRefusing = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (isRefusing) return response.writeHead(400).end()
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    headers = request.headers
    if (request.method === 'POST' && request.url === '/v1/traces') spans.push(...spansIn(body))
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    text: () => bodies.join('\n'),
    refuse: (refusing) => {
      isRefusing = refusing
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type Value = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean }
type Sent = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: Value }[]
  status?: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
  const sent = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  return sent.map((one) => ({
    name: one.name,
    traceId: one.traceId,
    spanId: one.spanId,
    parentSpanId: one.parentSpanId || undefined,
    kind: one.kind,
    attributes: Object.fromEntries(one.attributes.map(({ key, value }) => [key, plain(value)])),
    failed: one.status?.code === 2,
    start: Number(BigInt(one.startTimeUnixNano) / 1_000n) / 1_000,
    end: Number(BigInt(one.endTimeUnixNano) / 1_000n) / 1_000,
  }))
}

function plain({ stringValue, intValue, doubleValue, boolValue }: Value): string | number | boolean {
  return stringValue ?? doubleValue ?? boolValue ?? Number(intValue)
}
