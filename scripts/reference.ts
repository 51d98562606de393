import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Writes the script of the API reference to the assets, plain and compressed, unless it exists. The package only serves
 * the script from a running server, so this starts one. Returns the file names.
 */
export async function writeReference(folder: string): Promise<string[]> {
  const name = referenceName()
  const names = [name, `${name}.br`, `${name}.gz`]
  if (names.every((one) => existsSync(join(folder, one)))) return names
  const script = Buffer.concat([Buffer.from(await readSandbox()), await readScript()])
  // The highest qualities take twenty seconds longer and save a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(script, { params }))
  writeFileSync(join(folder, `${name}.gz`), gzipSync(script))
  writeFileSync(join(folder, name), script)
  return names
}

/** Named by version and by a hash of our additions, so that browsers may cache it forever. */
export function referenceName(): string {
  const file = join(root, 'node_modules/@scalar/fastify-api-reference/package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  const added = createHash('sha256')
  for (const path of [sandbox, ...imported]) added.update(readFileSync(join(root, path)))
  return `scalar-${version}-${added.digest('hex').slice(0, 8)}.js`
}

const root = join(import.meta.dirname, '..')

const sandbox = 'web/pages/reference-sandbox.ts'
/** What the file imports, so that a change of either is a change of the name. */
const imported = ['web/pages/reference-access.ts']

/** Code that runs before the reference's script and replaces the storage and network access that the page lacks. */
async function readSandbox(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: sandbox, formats: ['iife'], name: 'sandbox', fileName: 'sandbox' },
    },
  })
  const [{ output } = { output: [] }] = Array.isArray(built) ? built : []
  const [script] = output
  if (script?.type !== 'chunk') throw new Error(`${sandbox} was built to nothing.`)
  return script.code
}

/** Imported only when needed, because the package has several megabytes of text. */
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
