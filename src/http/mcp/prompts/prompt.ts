import { invalid } from '../../../contract/failure.ts'
import { isStorableText } from '../../../contract/input.ts'
import type { ReadName } from '../reading.ts'
import type { Visit } from '../visit.ts'

/** A text to begin with: what a model is to do, and the data to do it with. */
export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly Argument[]
  /** Operations that it reads with whatever is given, and those that an argument needs besides. */
  reads: readonly ReadName[]
  readsWith?: Readonly<Record<string, readonly ReadName[]>>
  /** Always the same words: what people typed stands in the data, and nowhere else. */
  instructions: string
  /** Everything that the model is to see of the account, as one JSON value. */
  data: (given: Given, visit: Visit) => Promise<Readonly<Record<string, unknown>>>
}

export type Argument = {
  name: string
  description: string
  required: boolean
  /** What completes it; nothing for free text. */
  completes?: 'person' | 'tag'
}

/** Arguments that were given, without blanks at their ends; one that is blank was not. */
export type Given = Readonly<Record<string, string | undefined>>

/** The text of an argument that cannot be left out. */
export function required(given: Given, name: string): string {
  const text = given[name]
  if (text !== undefined) return text
  throw invalid(`Missing argument: ${name}.`, { param: name })
}

/** Whether an argument is more than blanks; a client that asks for each may send those it was not told as blanks. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'string' || value.trim() !== '')
}

/** Refuses arguments that a prompt does not have or that are no text, and says which are missing. */
export function readArguments(prompt: Prompt, raw: Readonly<Record<string, unknown>>): Given {
  const names = prompt.arguments.map(({ name }) => name)
  const unknown = Object.keys(raw).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const shown = JSON.stringify(unknown.slice(0, 60).toWellFormed())
    throw invalid(`Unknown argument: ${shown}. ${prompt.name} takes ${names.join(', ')}.`)
  }
  const given = prompt.arguments.map((argument) => [argument.name, textOf(argument, raw[argument.name])])
  return Object.fromEntries(given)
}

function textOf({ name, description, required }: Argument, value: unknown): string | undefined {
  if (!isGiven(value)) {
    if (required) throw invalid(`Missing argument: ${name}. ${description}`, { param: name })
    return undefined
  }
  if (typeof value !== 'string') throw invalid(`${name} must be text.`, { param: name })
  if (!isStorableText(value)) {
    throw invalid(`${name} contains a character that is not valid text.`, { param: name })
  }
  const text = value.trim()
  if (text.length <= longestArgument) return text
  throw invalid(`${name} is too long: at most ${longestArgument} characters.`, { param: name })
}

/** A name with an id behind it, or the aim of a meeting in a few sentences. */
const longestArgument = 500
