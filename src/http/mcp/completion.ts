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
 * Completes arguments of prompts and variables of resource templates. People and tags come from the list operations.
 * Callers without their scopes get an empty list, so that it doesn't reveal whether there are matches.
 */
export const complete: CompleteArgument = async ({ ref, argument: { name, value } }, context) => {
  const completer =
    ref.type === 'ref/prompt' ? promptCompleter(ref.name, name) : templateCompleter(ref.uri, name)
  return completer ? completer(value, context) : noValues
}

type Completer = (value: string, context: McpRequestContext) => Promise<CompletionValues>

const noValues: CompletionValues = { values: [], total: 0 }

function promptCompleter(prompt: string, name: string): Completer | undefined {
  const definition = findPrompt(prompt)
  if (!definition) throw invalid('There is no such prompt. Call prompts/list to see all prompts.')
  const argument = definition.arguments.find((candidate) => candidate.name === name)
  if (!argument) throw invalid(`${definition.name} has no such argument.`)
  return argument.completes && completersByKind[argument.completes]
}

function templateCompleter(uri: string, name: string): Completer | undefined {
  const document = documents.find(({ template }) => template === uri)
  if (!document)
    throw invalid('There is no such template. Call resources/templates/list to see all templates.')
  const variable = variablesOf(document).find((candidate) => candidate === name)
  if (!variable) throw invalid('The template has no such part.')
  return completersByVariable[variable]
}

const completersByKind: Record<'person' | 'tag', Completer> = {
  person: completeReference(profileReferences, ['list_profiles', 'get_profile']),
  tag: completeReference(tagReferences, ['list_tags', 'get_tag']),
}

const completersByVariable: Record<UriVariable, Completer> = {
  locale: async (value) => completePrefix(locales, value),
  assessment: async (value) => completePrefix(assessmentsWithFixtures, value),
  // URIs contain ids only, but people are searched by name as well.
  profileId: completeSearch(profileReferences, ['list_profiles', 'get_profile'], (candidates) =>
    candidates.map(({ id }) => id),
  ),
}

function completePrefix(options: readonly string[], value: string): CompletionValues {
  const prefix = value.toLowerCase()
  const values = options.filter((option) => option.toLowerCase().startsWith(prefix))
  return { values, total: values.length }
}

function completeReference<T>(kind: ReferenceKind<T>, queries: readonly QueryName[]): Completer {
  const search = completeSearch(kind, queries, referenceTexts)
  return async (value, context) => {
    const label = labelOfPartial(value)
    if (label === undefined) return search(value, context)
    // The value ends with the start of an id in parentheses, so search for the label before it.
    const { values } = await completeSearch(kind, queries, (candidates) => referenceTexts(candidates, false))(
      label,
      context,
    )
    const matches = values.filter((text) => text.startsWith(value))
    return matches.length > 0 ? { values: matches, total: matches.length } : search(value, context)
  }
}

/** Returns the first page of a list, at most 100 values, and the total. */
function completeSearch<T>(
  kind: ReferenceKind<T>,
  queries: readonly QueryName[],
  textsOf: (
    candidates: Awaited<ReturnType<ReferenceKind<T>['list']>>['candidates'],
    isWhole: boolean,
  ) => string[],
): Completer {
  return async (value, context) => {
    const searchText = value.trim()
    if (!scopesForQueries(queries).every((scope) => context.hasScope(scope))) return noValues
    if (isId(searchText)) {
      return (await kind.get(context, searchText)) ? { values: [searchText], total: 1 } : noValues
    }
    if (searchText.length > maxSearchLength) return noValues
    const { candidates, total } = await kind.list(context, searchText, 1).catch(noneIfInvalid)
    return { values: textsOf(candidates, total <= candidates.length), total }
  }
}

/** A text that is invalid as a search matches nothing. */
function noneIfInvalid(error: unknown): { candidates: never[]; total: number } {
  if (error instanceof Failure && error.kind === 'invalid') return { candidates: [], total: 0 }
  throw error
}
