import { Failure, missing } from '../../../contract/failure.ts'
import type { ResourceShelf } from '../library.ts'
import { needs, scopesFor } from '../reading.ts'
import type { Visit } from '../visit.ts'
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
    const written = found && (await write(found, visit))
    return written && [{ uri, mimeType: found.document.mimeType, ...written }]
  },
}

type Place = { document: Document; parts: Parts }

/** What is foreign is answered like what is nowhere, and like an address with something in it that is no id. */
async function write({ document, parts }: Place, visit: Visit) {
  try {
    return await document.write(parts, visit)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.kind === 'invalid') return undefined
    if (error.kind !== 'missing') throw error
    const words = document.absent?.[error.code]
    if (words === undefined) return undefined
    throw missing(words, { code: error.code })
  }
}

function at(uri: string): Place | undefined {
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
