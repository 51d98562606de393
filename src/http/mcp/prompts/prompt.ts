import { invalid } from '../../../contract/failure.ts'
import { isStorableText } from '../../../contract/input.ts'
import type { QueryName } from '../queries.ts'
import type { McpRequestContext } from '../request-context.ts'

/** A text to begin with: what a model is to do, and the data to do it with. */
export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly PromptArgument[]
  /** Operations that it reads with whatever is given, and those that an argument needs besides. */
  queries: readonly QueryName[]
  queriesByArgument?: Readonly<Record<string, readonly QueryName[]>>
  /** Always the same words: what people typed stands in the data, and nowhere else. */
  instructions: string
  /** Everything that the model is to see of the account, as one JSON value. */
  data: (args: PromptArguments, context: McpRequestContext) => Promise<Readonly<Record<string, unknown>>>
}

export type PromptArgument = {
  name: string
  description: string
  required: boolean
  /** What completes it; nothing for free text. */
  completes?: 'person' | 'tag'
}

/** Arguments that were given, without blanks at their ends; one that is blank was not. */
export type PromptArguments = Readonly<Record<string, string | undefined>>

/** The text of an argument that cannot be left out. */
export function requiredArgument(args: PromptArguments, name: string): string {
  const text = args[name]
  if (text !== undefined) return text
  throw invalid(`Missing argument: ${name}.`, { param: name })
}

/** Whether an argument is more than blanks; a client that asks for each may send those it was not told as blanks. */
export function isPresent(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '')
}

/** Refuses arguments that a prompt does not have or that are no text, and says which are missing. */
export function parseArguments(prompt: Prompt, raw: Readonly<Record<string, unknown>>): PromptArguments {
  const names = prompt.arguments.map(({ name }) => name)
  const unknown = Object.keys(raw).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 60).toWellFormed())
    throw invalid(`Unknown argument: ${shown}. ${prompt.name} takes ${names.join(', ')}.`)
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

/** A name with an id behind it, or the aim of a meeting in a few sentences. */
const maxArgumentLength = 500
