import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { Failure } from '../contract/failure.ts'

/** Methods that are told apart; all others are one. */
export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/**
 * The route for the unsupported methods of an address: 405 with `Allow` (RFC 9110 section 15.5.6). GET implies HEAD.
 */
export function methodNotAllowed(supported: readonly string[]): {
  methods: HTTPMethods[]
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<never>
} {
  const allowed = supported.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return {
    methods: allMethods.filter((method) => !allowed.includes(method)) as HTTPMethods[],
    handler: async (request, reply) => {
      reply.header('allow', allowed.join(', '))
      throw new Failure('method_not_allowed', {
        message: `This address doesn't support ${request.method}. Use ${allowed.join(' or ')}.`,
      })
    },
  }
}
