import type { ResourceText } from '../library.ts'
import type { ReadName } from '../reading.ts'
import type { Visit } from '../visit.ts'

/** What a part of an address stands for; completion goes by it. */
export type Part = 'locale' | 'assessment' | 'profileId'
export type Parts = Readonly<Record<Part, string>>

/** Documents of one kind, by the template of their addresses (RFC 6570, level 1: parts in braces). */
export type Document = {
  template: `assessment://${string}`
  name: string
  title: string
  description: string
  mimeType: 'application/json' | 'text/markdown'
  /** 0 to 1: how much a host should want it in front of a model. */
  priority: number
  /** The operation that reads it, by its parts; nothing for a text of the service's own, or an address without one. */
  reads: (parts: Parts) => ReadName | undefined
  /** The text and what stands beside it; undefined for an address that cannot be one of these. */
  write: (parts: Parts, visit: Visit) => Promise<Pick<ResourceText, 'text' | '_meta'> | undefined>
  /** What to do where it is not there, by the code of the refusal. Without a word here it is merely not found. */
  absent?: Readonly<Record<string, string>>
  /** Addresses that are listed by name; the others are found by ids. */
  listed?: readonly { parts: Partial<Parts>; name: string; title: string }[]
}

/** The parts of an address, when it is one of this kind. They are checked by whoever reads. */
export function partsOf({ template }: Document, uri: string): Parts | undefined {
  const [wanted, given] = [template.split('/'), uri.split('/')]
  if (wanted.length !== given.length) return undefined
  const parts: Record<string, string> = {}
  for (const [at, step] of wanted.entries()) {
    const name = variable(step)
    const text = given[at] ?? ''
    if (name === undefined ? text !== step : text === '') return undefined
    if (name !== undefined) parts[name] = text
  }
  return parts as Parts
}

export function addressOf({ template }: Document, parts: Partial<Parts>): string {
  return template
    .split('/')
    .map((step) => parts[variable(step) as Part] ?? step)
    .join('/')
}

export function variablesOf({ template }: Document): Part[] {
  return template.split('/').flatMap((step) => (variable(step) as Part | undefined) ?? [])
}

function variable(step: string): string | undefined {
  return /^\{(\w+)\}$/.exec(step)?.[1]
}
