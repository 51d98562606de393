import { Failure } from '../../../contract/failure.ts'
import { scopesForQueries, scopesNote } from '../queries.ts'
import type { ResourceHandlers } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'
import { expandUri, matchUri, type ResourceDocument, type UriVariables, variablesOf } from './document.ts'
import { latestEventsDocument } from './events.ts'
import { guideDocument } from './guide.ts'
import { debriefDocument, resultsDocument } from './profile.ts'
import { reportFixturesDocument } from './report-fixtures.ts'

/** All kinds of documents, in the order of the list. */
export const documents: readonly ResourceDocument[] = [
  guideDocument,
  reportFixturesDocument,
  resultsDocument,
  debriefDocument,
  latestEventsDocument,
]

export const resourceHandlers: ResourceHandlers = {
  listed: documents.flatMap((document) =>
    (document.listed ?? []).map(({ variables, name, title }) => ({
      uri: expandUri(document, variables),
      name,
      title,
      ...sharedOf(document, variables),
    })),
  ),
  templates: documents
    .filter((document) => variablesOf(document).length > 0)
    .map((document) => ({
      uriTemplate: document.template,
      name: document.name,
      title: document.title,
      ...sharedOf(document, { assessment: 'core' }),
    })),
  scopesOf: (uri) => {
    const match = findDocument(uri)
    const name = match?.document.queryFor(match.variables)
    return name ? scopesForQueries([name]) : []
  },
  read: async (uri, context) => {
    const match = findDocument(uri)
    const rendered = match && (await renderDocument(match, context))
    return rendered && [{ uri, mimeType: match.document.mimeType, ...rendered }]
  },
}

type MatchedUri = { document: ResourceDocument; variables: UriVariables }

/** Resources of other accounts, unknown ids and malformed ids have the same response. */
async function renderDocument({ document, variables }: MatchedUri, context: McpRequestContext) {
  try {
    return await document.render(variables, context)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'invalid') return undefined
    if (error.kind !== 'missing') throw error
    const message = document.notFoundMessages?.[error.code]
    if (message === undefined) return undefined
    throw new Failure(error.code, { message })
  }
}

function findDocument(uri: string): MatchedUri | undefined {
  for (const document of documents) {
    const variables = matchUri(document, uri)
    if (variables) return { document, variables }
  }
  return undefined
}

function sharedOf(document: ResourceDocument, variables: Partial<UriVariables>) {
  const name = document.queryFor(variables as UriVariables)
  return {
    description: `${document.description} ${scopesNote(name ? [name] : [])}`,
    mimeType: document.mimeType,
    annotations: { audience: ['user', 'assistant'] as ('user' | 'assistant')[], priority: document.priority },
    _meta: { 'timbre/scopes': scopesForQueries(name ? [name] : []) },
  }
}
