import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Writes the program of the API reference beside the other assets, plain and compressed, unless it is there. The
 * package serves it only from inside a running server, so that is where it is asked for. Returns the files' names.
 */
export async function writeReference(folder: string): Promise<string[]> {
  const name = referenceName()
  const names = [name, `${name}.br`, `${name}.gz`]
  if (names.every((one) => existsSync(join(folder, one)))) return names
  const script = Buffer.concat([Buffer.from(await readSandbox()), await readScript()])
  // The last steps of quality cost twenty seconds and save a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(script, { params }))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(script))
  writeFileSync(join(folder, name), script)
  return names
}

/** Named by its version and by what we add, so that a browser may keep it forever. */
export function referenceName(): string {
  const file = join(root, 'node_modules/@scalar/fastify-api-reference/package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  const added = createHash('sha256').update(readFileSync(join(root, sandbox)))
  return `scalar-${version}-${added.digest('hex').slice(0, 8)}.js`
}

const root = join(import.meta.dirname, '..')

/** It imports nothing, so its text says whether it has changed. */
const sandbox = 'web/pages/reference-sandbox.ts'

/** What runs in the file before the program: it takes the place of the storage and the network that the page lacks. */
async function readSandbox(): Promise<string> {
  const built = await build({
    ...{ configFile: false, root, publicDir: false, logLevel: 'warn' },
    build: {
      ...{ write: false, target: 'es2022', modulePreload: false },
      lib: { entry: sandbox, formats: ['iife'], name: 'sandbox', fileName: 'sandbox' },
    },
  })
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : []
  const [script] = output
  if (script?.type !== 'chunk') throw new Error(`${sandbox} was built to nothing.`)
  return script.code
}

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
