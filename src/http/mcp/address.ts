import type { FastifyRequest } from 'fastify'
import { invalid } from '../../contract/failure.ts'

/**
 * Whether the address asks for tools that only read: `?readonly=1`. Anything else behind the question mark is
 * refused, since a slip of the pen would otherwise hand out what was meant to be kept back.
 */
export function asksForReadingOnly(request: FastifyRequest): boolean {
  const given = Object.entries(request.query as Record<string, unknown>)
  for (const [name, value] of given) {
    if (name === 'readonly' && value === '1') continue
    throw invalid('This address takes nothing but ?readonly=1, which leaves only the tools that read.', {
      param: name.slice(0, 60).toWellFormed(),
    })
  }
  return given.length > 0
}
