import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

export const docs = join(import.meta.dirname, '../../docs')
/** The technical manual. */
export const manual = readFileSync(join(docs, 'scoring.md'), 'utf8')

/** Expects the manual to say this, whatever spaces and line breaks stand between the words. */
export function manualSays(text: string): void {
  const isSaid = manual.replace(/\s+/g, ' ').includes(text)
  expect(isSaid ? text : `docs/scoring.md does not say: ${text}`).toBe(text)
}

/** As the manual writes a number below one: without its zero. */
export function written(value: number, decimals: number): string {
  return value.toFixed(decimals).replace(/^0(?=\.)/, '')
}

export function minus(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('-', '−')
}
