import {
  context as contexts,
  type Span as OpenSpan,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace as traces,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import * as sdk from '@opentelemetry/sdk-trace'
import type { Span, StartSpan } from '../contract/trace.ts'
import { withTimeout } from '../contract/with-timeout.ts'
import type { Log } from './log.ts'

/** See `config-tracing.ts`. */
export type CollectorSettings = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  ratio: number
}

export type Tracing = {
  startSpan: StartSpan
  /** Sends what is left, within two seconds. */
  stop: () => Promise<void>
}

/** Says which process the spans come from. */
export type TracedService = { version: string; region: string }

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP (JSON), in batches and in the background. At most 2,048
 * spans wait; further ones are dropped. A collector that is away costs one line in the log and nothing else.
 */
export function openTracing(
  { endpoint, headers, ratio }: CollectorSettings,
  { version, region }: TracedService,
  log: Log,
): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: 5_000 })
  const sampler = new sdk.TraceIdRatioBasedSampler(ratio)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'timbre',
      'service.version': version,
      'timbre.region': region,
    }),
    // What a client says about sampling does not decide.
    sampler: new sdk.ParentBasedSampler({
      root: sampler,
      remoteParentSampled: sampler,
      remoteParentNotSampled: sampler,
    }),
    spanLimits: { attributeValueLengthLimit: 2_000 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportOnce(exporter, log),
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: 6_000,
      }),
    ],
  })
  return {
    startSpan: starterOf(provider.getTracer('timbre', version)),
    stop: () => withTimeout(2_000, provider.shutdown()).catch(() => {}),
  }
}

/** One line when spans can't be sent, and one when they can again. */
function reportOnce(exporter: sdk.SpanExporter, log: Log): sdk.SpanExporter {
  let isReachable = true
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // 0 is success; the package has no exported name for it.
        const succeeded = result.code === 0
        if (isReachable && !succeeded)
          log.warn(
            { spans: spans.length },
            'traces: the collector takes no spans; they are dropped until it does',
          )
        if (!isReachable && succeeded) log.info({}, 'traces: the collector takes spans again')
        isReachable = succeeded
        done(result)
      })
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

const kinds = { serves: SpanKind.SERVER, calls: SpanKind.CLIENT, inside: SpanKind.INTERNAL }

function starterOf(tracer: Tracer): StartSpan {
  const root = contexts.active()
  const below = (parent: typeof root): StartSpan => {
    return (name, kind, { attributes, traceparent } = {}) => {
      const from = traceparent === undefined ? parent : traces.setSpanContext(parent, remote(traceparent))
      return wrap(tracer.startSpan(name, { kind: kinds[kind], attributes: attributes ?? {} }, from))
    }
  }
  const wrap = (span: OpenSpan): Span => ({
    traceId: span.spanContext().traceId,
    child: (name, attributes, kind = 'inside') =>
      below(traces.setSpan(root, span))(name, kind, attributes ? { attributes } : {}),
    set: (attributes) => void span.setAttributes(attributes),
    end(error) {
      if (error !== undefined) {
        span.setAttribute('error.type', error)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  })
  return below(root)
}

/** A well-formed traceparent: version, trace, parent, flags. */
function remote(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-')
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
