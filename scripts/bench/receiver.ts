import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerQuestions } from './child.ts'

/** A receiver of webhooks that accepts everything. Its answer to any question is its port. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end())
})
const listening = new Promise<number>((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
})
answerQuestions(() => listening)
