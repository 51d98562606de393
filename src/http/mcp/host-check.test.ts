import { describe, expect, test } from 'vitest'
import { createHostCheck } from './host-check.ts'

const refuse = createHostCheck(
  ['https://timbre.example.com', 'https://any.example.com'],
  ['https://app.example.com', 'http://localhost:5173'],
)
const isRefused = (host: string | undefined, origin?: string, url = '/mcp') => {
  try {
    refuse({ headers: { host, origin }, raw: { url } } as never)
    return false
  } catch {
    return true
  }
}

describe('a service with a public address', () => {
  test.each([
    'timbre.example.com',
    'timbre.example.com:443',
    'TIMBRE.example.com',
    'any.example.com',
    'app.example.com',
  ])('accepts the host %s', (host) => {
    expect(isRefused(host)).toBe(false)
  })

  test.each([
    undefined,
    '',
    '10.0.0.1',
    'evil.example.com',
    'timbre.example.com.evil.example',
    'evil.example#timbre.example.com',
    'a@timbre.example.com',
    'timbre.example.com/evil',
  ])('refuses the host %s', (host) => {
    expect(isRefused(host)).toBe(true)
  })

  test('accepts the configured origins, and no others on loopback', () => {
    const host = 'timbre.example.com'
    expect(isRefused(host, 'https://app.example.com')).toBe(false)
    expect(isRefused(host, 'http://localhost:5173')).toBe(false)
    for (const origin of [
      'http://localhost:6274',
      'https://localhost',
      'null',
      'https://app.example.com.evil.example',
    ])
      expect(isRefused(host, origin), origin).toBe(true)
  })

  test('also checks the host of a request target in absolute form', () => {
    expect(isRefused('timbre.example.com', undefined, 'https://timbre.example.com/mcp')).toBe(false)
    expect(isRefused('timbre.example.com', undefined, 'https://evil.example.com/mcp')).toBe(true)
  })
})
