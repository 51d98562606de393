import { Failure, invalid } from '../../contract/failure.ts'
import { locales } from '../../contract/locale.ts'
import type { Kind } from './choosing.ts'
import { tags } from './labels.ts'
import type { Complete, Completed } from './library.ts'
import { begunText, isId, longestSearch, textsFor } from './naming.ts'
import { people } from './people.ts'
import { promptNamed } from './prompts/shelf.ts'
import { type ReadName, scopesFor } from './reading.ts'
import { type Part, variablesOf } from './resources/document.ts'
import { reported } from './resources/fixtures.ts'
import { documents } from './resources/shelf.ts'
import type { Visit } from './visit.ts'

/**
 * What an argument of a prompt or a part of an address may be. People and tags are looked for by the lists that the
 * tools have. Whoever may not read those is told nothing, and neither that there is something to be told.
 */
export const complete: Complete = async ({ ref, argument: { name, value } }, visit) => {
  const completer = ref.type === 'ref/prompt' ? ofArgument(ref.name, name) : ofPart(ref.uri, name)
  return completer ? completer(value, visit) : nothing
}

type Completer = (value: string, visit: Visit) => Promise<Completed>

const nothing: Completed = { values: [], total: 0 }

function ofArgument(prompt: string, name: string): Completer | undefined {
  const found = promptNamed(prompt)
  if (!found) throw invalid('There is no such prompt. Call prompts/list for what there is.')
  const argument = found.arguments.find((one) => one.name === name)
  if (!argument) throw invalid(`${found.name} has no such argument.`)
  return argument.completes && ofKind[argument.completes]
}

function ofPart(uri: string, name: string): Completer | undefined {
  const document = documents.find(({ template }) => template === uri)
  if (!document) throw invalid('There is no such template. Call resources/templates/list for what there is.')
  const part = variablesOf(document).find((one) => one === name)
  if (!part) throw invalid('The template has no such part.')
  return parts[part]
}

const ofKind: Record<'person' | 'tag', Completer> = {
  person: named(people, ['list_profiles', 'get_profile']),
  tag: named(tags, ['list_tags', 'get_tag']),
}

const parts: Record<Part, Completer> = {
  locale: async (value) => beginning(locales, value),
  assessment: async (value) => beginning(reported, value),
  // An address takes ids alone; they are found by the names of people all the same.
  profileId: looking(people, ['list_profiles', 'get_profile'], (known) => known.map(({ id }) => id)),
}

function beginning(words: readonly string[], value: string): Completed {
  const begun = value.toLowerCase()
  const values = words.filter((word) => word.toLowerCase().startsWith(begun))
  return { values, total: values.length }
}

function named<T>(kind: Kind<T>, reads: readonly ReadName[]): Completer {
  const look = looking(kind, reads, textsFor)
  return async (value, visit) => {
    const label = begunText(value)
    if (label === undefined) return look(value, visit)
    // The id in brackets has been begun: what is looked for is the label before it.
    const { values } = await looking(kind, reads, (known) => textsFor(known, false))(label, visit)
    const begun = values.filter((text) => text.startsWith(value))
    return begun.length > 0 ? { values: begun, total: begun.length } : look(value, visit)
  }
}

/** Looks among the first hundred that a list finds; how many there are beyond them, it says. */
function looking<T>(
  kind: Kind<T>,
  reads: readonly ReadName[],
  textsOf: (known: Awaited<ReturnType<Kind<T>['list']>>['known'], isWhole: boolean) => string[],
): Completer {
  return async (value, visit) => {
    const searched = value.trim()
    if (!scopesFor(reads).every((scope) => visit.holds(scope))) return nothing
    if (isId(searched)) {
      return (await kind.get(visit, searched)) ? { values: [searched], total: 1 } : nothing
    }
    if (searched.length > longestSearch) return nothing
    const { known, total } = await kind.list(visit, searched, 1).catch(noneIfInvalid)
    return { values: textsOf(known, total <= known.length), total }
  }
}

/** What cannot be searched for is the name of nobody. */
function noneIfInvalid(error: unknown): { known: never[]; total: number } {
  if (error instanceof Failure && error.kind === 'invalid') return { known: [], total: 0 }
  throw error
}
