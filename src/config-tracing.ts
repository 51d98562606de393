import { z } from 'zod'
import { isInsecureRemote } from './config-addresses.ts'

export type TracingConfig = {
  /** The base address of an OpenTelemetry collector, such as `http://localhost:4318`. */
  endpoint: string
  /** Sent with each batch of spans. */
  headers: Readonly<Record<string, string>>
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number
}

/** The variables of traces, named as in the OpenTelemetry specification. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(URL.canParse, 'must be an address such as http://localhost:4318')
    .refine((text) => /^https?:/.test(text), 'must be https://… or http://…')
    .refine((text) => !/[?#@]/.test(text), 'must have no query, no fragment and no user in it')
    .refine(
      (text) => !URL.canParse(text) || !isInsecureRemote(text),
      'must be https://… (http:// within this machine or a private network only)',
    )
    .optional(),
  // The messages don't repeat the value, which may be a key.
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => readHeaders(text) !== undefined, 'must be name=value pairs, separated by commas')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share from 0 to 1, such as 0.1')
    .optional(),
}

type Values = { [name in keyof typeof tracingVariables]?: string | undefined }

/** Undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
export function readTracingConfig(values: Values): TracingConfig | undefined {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: readHeaders(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    ratio: Number(values.OTEL_TRACES_SAMPLER_ARG ?? 1),
  }
}

/** Values are percent-encoded, as in W3C Baggage. Undefined if the text has another form. */
function readHeaders(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {}
  for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\x21-\x2b\x2d-\x7e]*$/.test(value)) return undefined
    try {
      headers[name] = decodeURIComponent(value)
    } catch {
      return undefined
    }
  }
  return headers
}
