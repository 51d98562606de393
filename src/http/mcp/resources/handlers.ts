import { Failure } from '../../../contract/failure.ts'
import { scopesForQueries, scopesNote } from '../queries.ts'
import type { ResourceHandlers } from '../registry.ts'
import type { McpRequestContext } from '../request-context.ts'
import { expandUri, matchUri, type ResourceDocument, type UriVariables, variablesOf } from './document.ts'
import { guideDocument } from './guide.ts'
import { debriefDocument, resultsDocument } from './profile.ts'
import { reportFixturesDocument } from './report-fixtures.ts'

/** Every kind of document, in the order in which they are shown. */
export const documents: readonly ResourceDocument[] = [
  guideDocument,
  reportFixturesDocument,
  resultsDocument,
  debriefDocument,
]

export const resourceHandlers: ResourceHandlers = {
  listed: documents.flatMap((document) =>
    (document.listed ?? []).map(({ parts, name, title }) => ({
      uri: expandUri(document, parts),
      ...{ name, title },
      ...sharedOf(document, parts),
    })),
  ),
  templates: documents
    .filter((document) => variablesOf(document).length > 0)
    .map((document) => ({
      uriTemplate: document.template,
      ...{ name: document.name, title: document.title },
      ...sharedOf(document, { assessment: 'core' }),
    })),
  scopesOf: (uri) => {
    const found = findDocument(uri)
    const name = found?.document.queryFor(found.parts)
    return name ? scopesForQueries([name]) : []
  },
  read: async (uri, context) => {
    const found = findDocument(uri)
    const written = found && (await renderDocument(found, context))
    return written && [{ uri, mimeType: found.document.mimeType, ...written }]
  },
}

type MatchedUri = { document: ResourceDocument; parts: UriVariables }

/** What is foreign is answered like what is nowhere, and like an address with something in it that is no id. */
async function renderDocument({ document, parts }: MatchedUri, context: McpRequestContext) {
  try {
    return await document.render(parts, context)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'invalid') return undefined
    if (error.kind !== 'missing') throw error
    const words = document.notFoundMessages?.[error.code]
    if (words === undefined) return undefined
    throw new Failure(error.code, { message: words })
  }
}

function findDocument(uri: string): MatchedUri | undefined {
  for (const document of documents) {
    const parts = matchUri(document, uri)
    if (parts) return { document, parts }
  }
  return undefined
}

function sharedOf(document: ResourceDocument, parts: Partial<UriVariables>) {
  const name = document.queryFor(parts as UriVariables)
  return {
    description: `${document.description} ${scopesNote(name ? [name] : [])}`,
    mimeType: document.mimeType,
    annotations: { audience: ['user', 'assistant'] as ('user' | 'assistant')[], priority: document.priority },
    _meta: { 'timbre/scopes': scopesForQueries(name ? [name] : []) },
  }
}
