import type { Schema } from '../../../contract/json-schema.ts'
import type { Operation, RestBinding, SdkName } from '../../../contract/operation.ts'

export type RestOperation = Operation & { rest: RestBinding }

/** An OpenAPI 3.1 document. Methods of `paths` are lowercase. */
export type OpenApiDocument = {
  openapi: string
  info: Schema & { version: string }
  servers: { url: string; description: string }[]
  tags: { name: string; 'x-displayName': string; description: string }[]
  paths: Record<string, PathItem>
  /** The body of each type of event. */
  webhooks: Record<string, { post: OperationObject }>
  components: Record<string, Record<string, Schema>>
} & Schema

type PathItem = Partial<Record<Method, OperationObject>>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

export type OperationObject = {
  operationId: string
  /** Its method in the SDK. Events have none. */
  'x-sdk'?: SdkName
  tags: string[]
  parameters?: Schema[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> } & Schema
  responses: Record<string, Schema>
} & Schema

export type PathOperation = { path: string; method: Method; operation: OperationObject }

/** Every operation of a document with its path below the base URL and its lowercase method. */
export function operationsOf({ paths }: Pick<OpenApiDocument, 'paths'>): PathOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}
