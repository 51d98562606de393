import { expect } from 'vitest'
import type { Json } from './service.ts'

/** What must never appear in an answer: stacks, SQL, file paths, names of packages and columns. */
const insides =
  /(\bat [\w.<>]+ \(|node_modules|\.ts:\d|\/src\/|select .+ from |insert into|SQLSTATE|violates|constraint|relation "|account_id|pg_|ECONN|ZodError|TypeError|undefined\b)/i

/** Asserts that a refusal is the specified error envelope and reveals no internals. */
export function expectEnvelope(answer: { status: number; body: Json; text: string }, label: string): void {
  const { status, body, text } = answer
  expect(status, label).toBeGreaterThanOrEqual(400)
  expect(status, `${label}: ${text.slice(0, 300)}`).toBeLessThan(500)
  expect(body, label).toMatchObject({
    code: status,
    status: 'error',
    error: {
      message: expect.any(String),
      timestamp: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
    },
  })
  expect(Number.isNaN(Date.parse(body.error.timestamp)), label).toBe(false)
  expect(body.error.message.length, label).toBeGreaterThan(5)
  expect(text.length, `${label}: a long answer`).toBeLessThan(2_000)
  expect(text, label).not.toMatch(insides)
}

/** An error body without the parts that always differ between two equal refusals. */
export function comparable(text: string): string {
  return text
    .replace(/"timestamp":"[^"]*"/, '"timestamp":""')
    .replace(/"requestId":"[^"]*"/, '"requestId":""')
}
