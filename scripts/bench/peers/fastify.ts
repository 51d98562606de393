import fastify from 'fastify'
import { answerQuestions } from '../child.ts'

/** A bare Fastify with the answer of `GET /test`. Answers its port. */
answerQuestions(async () => {
  const app = fastify()
  app.get('/api/v4/test', async () => ({ code: 200, data: { message: 'pong' }, status: 'success' }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(address).port)
})
