import { describe, expect, test } from 'vitest'
import { afterFile } from './file-cleanup.ts'
import { readTree } from './tree.ts'

test('cleanups run in reverse order, by the end of the file', () => {
  const ended: string[] = []
  afterFile(() => expect(ended).toEqual(['second', 'first']))
  afterFile(() => ended.push('first'))
  afterFile(async () => ended.push('second'))
})

describe('a shared test module', () => {
  const hooks = /import \{[^}]*\b(before|after)(All|Each)\b[^}]*\} from 'vitest'/

  test('registers no hooks itself: only the first file to import it would run them', () => {
    const shared = Object.entries(readTree('test/**/*.ts')).filter(
      ([path]) => !/\.(test|drill)\.ts$/.test(path),
    )
    expect(shared.length).toBeGreaterThan(40)
    const hooking = shared.filter(([, text]) => hooks.test(text)).map(([path]) => path)
    expect(hooking).toEqual(['test/support/file-cleanup.ts'])
  })

  test.each(["import { afterAll } from 'vitest'", "import { beforeEach, expect } from 'vitest'"])(
    'would be found by %s',
    (line) => {
      expect(hooks.test(line)).toBe(true)
    },
  )
})
