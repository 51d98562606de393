import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Writes the program of the API reference beside the other assets, plain and compressed, unless it is there. The
 * package serves it only from inside a running server, so that is where it is asked for. Returns the files' names.
 */
export async function writeReference(folder: string): Promise<string[]> {
  const name = referenceName()
  const names = [name, `${name}.br`, `${name}.gz`]
  if (names.every((one) => existsSync(join(folder, one)))) return names
  const script = Buffer.concat([Buffer.from(storageInMemory), await readScript()])
  // The last steps of quality cost twenty seconds and save a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(script, { params }))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(script))
  writeFileSync(join(folder, name), script)
  return names
}

/** Named by its version, so that a browser may keep it for ever. */
export function referenceName(): string {
  const file = join(import.meta.dirname, '../node_modules/@scalar/fastify-api-reference/package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `scalar-${version}-sandboxed.js`
}

/**
 * In the sandbox of the page there is no storage, and asking for it fails. The program keeps how it was last looked at
 * there, which may as well be forgotten with the page.
 */
const storageInMemory = `(() => {
  const storage = () => {
    const kept = new Map()
    return {
      getItem: (key) => kept.get(String(key)) ?? null,
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() { return kept.size },
    }
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    try { window[name] } catch { Object.defineProperty(window, name, { value: storage() }) }
  }
})();
`

/** Loaded only here: the package is several megabytes of text. */
async function readScript(): Promise<Buffer> {
  const [{ fastify }, { default: reference }] = await Promise.all([
    import('fastify'),
    import('@scalar/fastify-api-reference'),
  ])
  const server = fastify()
  await server.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const answer = await server.inject('/docs/js/scalar.js')
  await server.close()
  if (answer.statusCode !== 200) throw new Error('The API reference has no program at the expected address.')
  return answer.rawPayload
}
