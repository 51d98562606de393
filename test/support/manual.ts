import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

export const docs = join(import.meta.dirname, '../../docs')
/** The technical manual. */
export const manual = readFileSync(join(docs, 'scoring.md'), 'utf8')

/** Asserts that the manual contains this text, ignoring differences in whitespace. */
export function manualSays(text: string): void {
  const isSaid = manual.replace(/\s+/g, ' ').includes(text)
  expect(isSaid ? text : `docs/scoring.md does not say: ${text}`).toBe(text)
}

/** A number below one as the manual writes it: without the leading zero. */
export function written(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^0(?=\.)/, '')
}

export function minus(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('-', '−')
}
