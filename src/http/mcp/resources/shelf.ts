import type { ResourceShelf } from '../library.ts'
import { needs, scopesFor } from '../reading.ts'
import { addressOf, type Document, type Parts, partsOf, variablesOf } from './document.ts'
import { fixtures } from './fixtures.ts'
import { guide } from './guide.ts'
import { debrief, results } from './profile.ts'

/** Every kind of document, in the order in which they are shown. */
export const documents: readonly Document[] = [guide, fixtures, results, debrief]

export const resourceShelf: ResourceShelf = {
  listed: documents.flatMap((document) =>
    (document.listed ?? []).map(({ parts, name, title }) => ({
      uri: addressOf(document, parts),
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
    const found = at(uri)
    const name = found?.document.reads(found.parts)
    return name ? scopesFor([name]) : []
  },
  read: async (uri, visit) => {
    const found = at(uri)
    const written = found && (await found.document.write(found.parts, visit))
    return written && [{ uri, mimeType: found.document.mimeType, ...written }]
  },
}

function at(uri: string): { document: Document; parts: Parts } | undefined {
  for (const document of documents) {
    const parts = partsOf(document, uri)
    if (parts) return { document, parts }
  }
  return undefined
}

function sharedOf(document: Document, parts: Partial<Parts>) {
  const name = document.reads(parts as Parts)
  return {
    description: `${document.description} ${needs(name ? [name] : [])}`,
    mimeType: document.mimeType,
    annotations: { audience: ['user', 'assistant'] as ('user' | 'assistant')[], priority: document.priority },
    _meta: { 'timbre/scopes': scopesFor(name ? [name] : []) },
  }
}
