import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildCard } from '../../scripts/card.ts'

/** The whole document: script, styles and texts of all languages. A host reads it before it can show anything. */
const budget = 80 * 1024

let html: string
beforeAll(async () => {
  html = await buildCard()
})

describe('the document of the card', () => {
  test('is within its size budget', () => {
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(budget)
  })

  test('names no other file or host, and evaluates no text', () => {
    expect(html).not.toMatch(
      /https?:|\bsrc=|\bhref=|@import|url\(|\beval\(|new Function|\bimport\(|\bfetch\(/,
    )
  })

  test('allows its own script and its own styles by their hashes, and nothing else', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1]
    const hashOf = (element: string) => {
      const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(html)?.[1] ?? ''
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf('script')}`,
      `style-src ${hashOf('style')}`,
      "base-uri 'none'",
      "form-action 'none'",
    ])
    expect(html.match(/<script/g)).toHaveLength(1)
  })
})
