import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '../src/catalog.ts'
import { describeApi } from '../src/http/rest/openapi/document.ts'
import type { Document } from '../src/http/rest/openapi/objects.ts'

/** A made-up installation, so that the committed document says the same wherever it is made. */
const exampleSite = {
  publicUrl: 'https://timbre.example.org',
  authUrl: 'https://timbre.example.org',
  region: 'us',
  regions: { us: 'https://timbre.example.org/api', eu: 'https://eu.timbre.example.org/api' },
}

/** The document that is committed beside the code and that tests hold answers against. */
export function exampleDocument(): Document {
  return describeApi(catalog, exampleSite)
}

/** How the committed file looks for a document. */
export function asFile(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

export const committedPath = join(import.meta.dirname, '../docs/openapi.json')

if (import.meta.main) writeFileSync(committedPath, asFile(exampleDocument()))
