import type { FastifyRequest } from 'fastify'
import { invalid } from '../../contract/failure.ts'

/** Whether the address has `?readonly=1`, which leaves only tools that change and send nothing. */
export function isReadonlyRequest(request: FastifyRequest): boolean {
  return queryOf(request).readonly === '1'
}

/** Refuses any other query: a misspelled `readonly` would grant the tools that it should exclude. */
export function refuseUnknownQuery(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(queryOf(request))) {
    if (name === 'readonly' && value === '1') continue
    throw invalid('This address accepts only ?readonly=1, which limits it to the tools that read.', {
      param: name.slice(0, 60).toWellFormed(),
    })
  }
}

function queryOf(request: FastifyRequest): Record<string, unknown> {
  return request.query as Record<string, unknown>
}
