import { Failure, invalid } from '../../contract/failure.ts'
import { locales } from '../../contract/locale.ts'
import { profileReferences } from './profiles.ts'
import { findPrompt } from './prompts/handlers.ts'
import { type QueryName, scopesForQueries } from './queries.ts'
import { isId, labelOfPartial, maxSearchLength, referenceTexts } from './reference-text.ts'
import type { CompleteArgument, CompletionValues } from './registry.ts'
import type { McpRequestContext } from './request-context.ts'
import type { ReferenceKind } from './resolve-reference.ts'
import { type UriVariable, variablesOf } from './resources/document.ts'
import { documents } from './resources/handlers.ts'
import { assessmentsWithFixtures } from './resources/report-fixtures.ts'
import { tagReferences } from './tags.ts'

/**
 * What an argument of a prompt or a part of an address may be. People and tags are looked for by the lists that the
 * tools have. Whoever may not read those is told nothing, and neither that there is something to be told.
 */
export const complete: CompleteArgument = async ({ ref, argument: { name, value } }, context) => {
  const completer =
    ref.type === 'ref/prompt' ? promptCompleter(ref.name, name) : templateCompleter(ref.uri, name)
  return completer ? completer(value, context) : noValues
}

type Completer = (value: string, context: McpRequestContext) => Promise<CompletionValues>

const noValues: CompletionValues = { values: [], total: 0 }

function promptCompleter(prompt: string, name: string): Completer | undefined {
  const found = findPrompt(prompt)
  if (!found) throw invalid('There is no such prompt. Call prompts/list for what there is.')
  const argument = found.arguments.find((one) => one.name === name)
  if (!argument) throw invalid(`${found.name} has no such argument.`)
  return argument.completes && completersByKind[argument.completes]
}

function templateCompleter(uri: string, name: string): Completer | undefined {
  const document = documents.find(({ template }) => template === uri)
  if (!document) throw invalid('There is no such template. Call resources/templates/list for what there is.')
  const part = variablesOf(document).find((one) => one === name)
  if (!part) throw invalid('The template has no such part.')
  return completersByVariable[part]
}

const completersByKind: Record<'person' | 'tag', Completer> = {
  person: completeReference(profileReferences, ['list_profiles', 'get_profile']),
  tag: completeReference(tagReferences, ['list_tags', 'get_tag']),
}

const completersByVariable: Record<UriVariable, Completer> = {
  locale: async (value) => completePrefix(locales, value),
  assessment: async (value) => completePrefix(assessmentsWithFixtures, value),
  // An address takes ids alone; they are found by the names of people all the same.
  profileId: completeSearch(profileReferences, ['list_profiles', 'get_profile'], (candidates) =>
    candidates.map(({ id }) => id),
  ),
}

function completePrefix(words: readonly string[], value: string): CompletionValues {
  const begun = value.toLowerCase()
  const values = words.filter((word) => word.toLowerCase().startsWith(begun))
  return { values, total: values.length }
}

function completeReference<T>(kind: ReferenceKind<T>, reads: readonly QueryName[]): Completer {
  const look = completeSearch(kind, reads, referenceTexts)
  return async (value, context) => {
    const label = labelOfPartial(value)
    if (label === undefined) return look(value, context)
    // The id in brackets has been begun: what is looked for is the label before it.
    const { values } = await completeSearch(kind, reads, (candidates) => referenceTexts(candidates, false))(
      label,
      context,
    )
    const begun = values.filter((text) => text.startsWith(value))
    return begun.length > 0 ? { values: begun, total: begun.length } : look(value, context)
  }
}

/** Looks among the first hundred that a list finds; how many there are beyond them, it says. */
function completeSearch<T>(
  kind: ReferenceKind<T>,
  reads: readonly QueryName[],
  textsOf: (
    candidates: Awaited<ReturnType<ReferenceKind<T>['list']>>['candidates'],
    isWhole: boolean,
  ) => string[],
): Completer {
  return async (value, context) => {
    const searched = value.trim()
    if (!scopesForQueries(reads).every((scope) => context.hasScope(scope))) return noValues
    if (isId(searched)) {
      return (await kind.get(context, searched)) ? { values: [searched], total: 1 } : noValues
    }
    if (searched.length > maxSearchLength) return noValues
    const { candidates, total } = await kind.list(context, searched, 1).catch(noneIfInvalid)
    return { values: textsOf(candidates, total <= candidates.length), total }
  }
}

/** What cannot be searched for is the name of nobody. */
function noneIfInvalid(error: unknown): { candidates: never[]; total: number } {
  if (error instanceof Failure && error.kind === 'invalid') return { candidates: [], total: 0 }
  throw error
}
