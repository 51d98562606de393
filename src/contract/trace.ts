import { AsyncLocalStorage } from 'node:async_hooks'
import { errorCode } from './loggable-error.ts'

/**
 * What traces tell of a piece of work. Names and values come from the code or are ids, codes and counts: never a text
 * that a person wrote, an address, a secret or the message of an error.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work in a trace, as OpenTelemetry has it. */
export type Span = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** `calls`: it waits for an answer from outside, such as the database or a mail server. */
  child(name: string, attributes?: SpanAttributes, kind?: 'inside' | 'calls'): Span
  set(attributes: SpanAttributes): void
  /** With the code of the error if the work failed. */
  end(error?: string): void
}

/** Begins a trace, or goes on with that of a traceparent (W3C Trace Context). */
export type StartSpan = (
  name: string,
  kind: 'serves' | 'calls' | 'inside',
  options?: { attributes?: SpanAttributes; traceparent?: string | undefined },
) => Span

const spans = new AsyncLocalStorage<Span>()

/** Undefined without tracing, and for work outside of a trace. */
export function currentSpan(): Span | undefined {
  return spans.getStore()
}

/** Runs something whose further spans belong to this one. */
export function withSpan<T>(span: Span, run: () => T): T {
  return spans.run(span, run)
}

/** Runs something that belongs to no trace, such as a worker that a request wakes. */
export function outsideTrace<T>(run: () => T): T {
  return spans.exit(run)
}

/** Runs work in a span, and ends the span with it. Without one, it only runs the work. */
export async function inSpan<T>(
  span: Span | undefined,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!span) return work(undefined)
  try {
    const result = await withSpan(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(errorCode(error))
    throw error
  }
}
