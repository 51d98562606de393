import { invalid } from '../../../contract/failure.ts'
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

/** Refuses arguments that a prompt does not have, and says which of those that it has are missing. */
export function readArguments(prompt: Prompt, raw: Readonly<Record<string, string>>): Given {
  const known = new Map(prompt.arguments.map((argument) => [argument.name, argument]))
  const unknown = Object.keys(raw).find((name) => !known.has(name))
  if (unknown !== undefined) {
    const names = [...known.keys()].join(', ')
    const shown = JSON.stringify(unknown.slice(0, 60).toWellFormed())
    throw invalid(`Unknown argument: ${shown}. ${prompt.name} takes ${names}.`)
  }
  const given = Object.fromEntries(
    Object.entries(raw).map(([name, text]): [string, string | undefined] => [name, text.trim() || undefined]),
  )
  const missing = prompt.arguments.find(({ name, required }) => required && given[name] === undefined)
  if (missing) {
    throw invalid(`Missing argument: ${missing.name}. ${missing.description}`, { param: missing.name })
  }
  const long = Object.entries(given).find(([, text]) => (text?.length ?? 0) > longestArgument)
  if (long)
    throw invalid(`${long[0]} is too long: at most ${longestArgument} characters.`, { param: long[0] })
  return given
}

/** A name with an id behind it, or the aim of a meeting in a few sentences. */
const longestArgument = 500
