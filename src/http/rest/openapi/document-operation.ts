import { samplesOf } from './code-samples.ts'
import { headersOf } from './headers.ts'
import type { OperationObject } from './objects.ts'

/** Describes the operation that returns the OpenAPI document itself. */
export function describeDocument(base: string): OperationObject {
  return {
    operationId: 'getDescription',
    summary: 'Get this document',
    description: 'The OpenAPI 3.1 document of this API. Needs no token; readable from any origin.',
    tags: ['description'],
    security: [],
    'x-scopes': [],
    'x-sdk': 'service.getDescription',
    responses: {
      200: {
        description: 'The document.',
        headers: {
          ...headersOf('X-Request-Id'),
          ETag: { required: true, schema: { type: 'string' }, example: '"b1946ac92492d234"' },
        },
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                openapi: { type: 'string', description: 'Version of OpenAPI.' },
                info: { type: 'object', description: 'Name and version of the API, and the guide.' },
                paths: { type: 'object', description: 'All operations.' },
              },
              required: ['openapi', 'info', 'paths'],
            },
            example: { openapi: '3.1.1', info: { title: 'Timbre API', version: '3.1.0' }, paths: {} },
          },
        },
      },
      304: {
        description: 'The document still has the `ETag` of `If-None-Match`.',
        headers: headersOf('X-Request-Id'),
      },
      405: { $ref: '#/components/responses/WrongMethod' },
      406: { $ref: '#/components/responses/NotAcceptable' },
      500: { $ref: '#/components/responses/Unexpected' },
    },
    'x-codeSamples': samplesOf({
      method: 'GET',
      address: `${base}/openapi.json`,
      signedIn: false,
      sdk: { method: 'service.getDescription', base, signedIn: false, ids: [], isSilent: false },
    }),
  }
}
