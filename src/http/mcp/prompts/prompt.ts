import { invalid } from '../../../contract/failure.ts'
import { isStorableText } from '../../../contract/input.ts'
import type { QueryName } from '../queries.ts'
import type { McpRequestContext } from '../request-context.ts'

/** A prompt: instructions for a model, and the data that they refer to. */
export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly PromptArgument[]
  /** Operations that it always reads with, and those that optional arguments need in addition. */
  queries: readonly QueryName[]
  queriesByArgument?: Readonly<Record<string, readonly QueryName[]>>
  /** Static text. User input is only in the data. */
  instructions: string
  /** The account's data for the model, as one JSON value. */
  data: (args: PromptArguments, context: McpRequestContext) => Promise<Readonly<Record<string, unknown>>>
}

export type PromptArgument = {
  name: string
  description: string
  required: boolean
  /** How it is completed; undefined for free text. */
  completes?: 'person' | 'tag'
}

/** Trimmed arguments. Blank ones count as missing. */
export type PromptArguments = Readonly<Record<string, string | undefined>>

/** The text of a required argument. */
export function requiredArgument(args: PromptArguments, name: string): string {
  const text = args[name]
  if (text !== undefined) return text
  throw invalid(`Missing argument: ${name}.`, { param: name })
}

/** Whether an argument is not blank. Clients that show a form may send empty fields as blanks. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '')
}

/** Validates arguments: fails for unknown, missing and non-text ones. */
export function parseArguments(prompt: Prompt, raw: Readonly<Record<string, unknown>>): PromptArguments {
  const names = prompt.arguments.map(({ name }) => name)
  const unknown = Object.keys(raw).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 60).toWellFormed())
    throw invalid(`Unknown argument: ${shown}. ${prompt.name} accepts ${names.join(', ')}.`)
  }
  const entries = prompt.arguments.map((argument) => [argument.name, textOf(argument, raw[argument.name])])
  return Object.fromEntries(entries)
}

function textOf({ name, description, required }: PromptArgument, value: unknown): string | undefined {
  if (!isPresent(value)) {
    if (required) throw invalid(`Missing argument: ${name}. ${description}`, { param: name })
    return undefined
  }
  if (typeof value !== 'string') throw invalid(`${name} must be text.`, { param: name })
  if (!isStorableText(value)) {
    throw invalid(`${name} contains a character that is not valid text.`, { param: name })
  }
  const text = value.trim()
  if (text.length <= maxArgumentLength) return text
  throw invalid(`${name} is too long: at most ${maxArgumentLength} characters.`, { param: name })
}

/** Enough for a name with an id, or a few sentences about the purpose of a meeting. */
const maxArgumentLength = 500
