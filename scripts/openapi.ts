import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalog } from '../src/catalog.ts'
import { describeApi } from '../src/http/rest/openapi/document.ts'
import type { OpenApiDocument } from '../src/http/rest/openapi/objects.ts'
import { postmanCollection } from '../src/http/rest/openapi/postman.ts'
import { clientTypes, clientTypesPath } from './client-types.ts'
import { sdkMethods, sdkMethodsPath, sdkTypes, sdkTypesPath } from './sdk.ts'

/** A made-up installation, so that the committed document is the same wherever it is generated. */
const exampleInstallation = {
  publicUrl: 'https://timbre.example.org',
  authUrl: 'https://timbre.example.org',
  region: 'us',
  regions: { us: 'https://timbre.example.org/api', eu: 'https://eu.timbre.example.org/api' },
}

/** The document that is committed and that tests check answers against. */
export function exampleDocument(): OpenApiDocument {
  return describeApi(catalog, exampleInstallation)
}

/** The committed file's text for a document. */
export function asFile(document: object): string {
  return `${JSON.stringify(document, null, 2)}\n`
}

const docs = join(import.meta.dirname, '../docs')
/** The document of the current code. */
export const committedPath = join(docs, 'openapi.json')
/** The collection of the current code. */
export const collectionPath = join(docs, 'timbre.postman_collection.json')
/** The document that clients rely on; only a release writes it. */
export const releasedPath = join(docs, 'openapi.released.json')

/**
 * `npm run openapi` writes the document, the Postman collection, the dashboard's types, and types and methods of the SDK;
 * `npm run openapi -- --release` also freezes the document as the one that clients rely on.
 */
if (import.meta.main) {
  const paths = process.argv.includes('--release') ? [committedPath, releasedPath] : [committedPath]
  for (const path of paths) writeFileSync(path, asFile(exampleDocument()))
  writeFileSync(collectionPath, asFile(postmanCollection(exampleDocument())))
  writeFileSync(clientTypesPath, await clientTypes(exampleDocument()))
  writeFileSync(sdkTypesPath, await sdkTypes(exampleDocument()))
  writeFileSync(sdkMethodsPath, sdkMethods(exampleDocument()))
}
