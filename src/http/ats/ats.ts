import type { FastifyInstance } from 'fastify'
import { Failure } from '../../contract/failure.ts'
import { ashby } from './ashby.ts'
import { type AtsSettings, registerDoor } from './door.ts'
import { greenhouse } from './greenhouse.ts'

/** The doors of applicant tracking systems, below `/ats`. Bodies stay buffers until the caller is known. */
export function registerAts(ats: FastifyInstance, settings: AtsSettings): void {
  ats.removeAllContentTypeParsers()
  ats.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  ats.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  for (const door of [greenhouse, ashby]) registerDoor(ats, door, settings)
  ats.setNotFoundHandler(() => {
    throw new Failure('not_found')
  })
}
