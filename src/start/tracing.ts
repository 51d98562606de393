import type { DeliveryTransport } from '../contract/delivery.ts'
import type { AskModel } from '../contract/ports.ts'
import { currentSpan, inSpan, type StartSpan } from '../contract/trace.ts'
import type { CallWebhook } from '../contract/webhook-call.ts'
import type { Gate } from '../gate/gate.ts'
import type { Tracing } from '../platform/tracing.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Shutdown } from './shutdown.ts'
import { version } from './version.ts'

/**
 * Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. The packages are only loaded here, because most
 * installations have no collector. Stops last, so that the spans of the end are sent too.
 */
export async function openOptionalTracing(
  { config, log }: ServiceOptions,
  shutdown: Shutdown,
): Promise<Tracing | undefined> {
  if (!config.tracing) return undefined
  const { openTracing } = await import('../platform/tracing.ts')
  const tracing = openTracing(config.tracing, { version, region: config.region }, log)
  shutdown.add('database', 'traces', tracing.stop)
  return tracing
}

/** Each message that is sent is a trace of its own. */
export function traceTransport(startSpan: StartSpan | undefined, send: DeliveryTransport): DeliveryTransport {
  if (!startSpan) return send
  return (delivery) => {
    const attributes = { 'timbre.channel': delivery.channel, 'timbre.outbox_id': delivery.id }
    return inSpan(startSpan(`send ${delivery.channel}`, 'calls', { attributes }), () => send(delivery))
  }
}

/** Each request to an endpoint is a span: of the request that asked for a test event, or of its own. */
export function traceWebhooks(startSpan: StartSpan | undefined, call: CallWebhook): CallWebhook {
  if (!startSpan) return call
  return async (request) => {
    const span = currentSpan()?.child('send webhook', {}, 'calls') ?? startSpan('send webhook', 'calls')
    const answer = await call(request)
    if (answer.status !== null) span.set({ 'http.response.status_code': answer.status })
    span.end(answer.error ?? undefined)
    return answer
  }
}

export function traceModel(startSpan: StartSpan | undefined, ask: AskModel): AskModel {
  if (!startSpan) return ask
  return async (question, signal) => {
    const span = currentSpan()?.child('ask model', {}, 'calls') ?? startSpan('ask model', 'calls')
    const answer = await ask(question, signal)
    span.end('failed' in answer ? answer.failed : undefined)
    return answer
  }
}

/** A gate whose operations are spans of the request's trace, if there is one. */
export function traceGate(door: 'rest' | 'mcp' | 'web' | 'ats' | 'scim', gate: Gate): Gate {
  return (operation, ...rest) => {
    const span = currentSpan()?.child(operation.name, {
      'timbre.operation': operation.name,
      'timbre.door': door,
    })
    return inSpan(span, () => gate(operation, ...rest))
  }
}
