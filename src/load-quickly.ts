import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'

/**
 * Makes the imports that follow take less processor time: a start loads 1,500 files
 * (docs/decisions/0175-processor-time-of-a-start.md).
 *
 * Compiled code is kept in the installation, not in DATA_DIR: only users who can write there could replace it. Where they
 * can't, nothing is kept. NODE_COMPILE_CACHE names another folder.
 */
export function loadQuickly(): void {
  enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
  const formats = new Map<string, string>()
  registerHooks({
    resolve(specifier, context, next) {
      const file = fileOf(specifier, context)
      if (file === undefined) return next(specifier, context)
      const kind = kindOf(file)
      const format = formats.get(kind)
      if (format !== undefined) return { url: file, format, shortCircuit: true }
      const found = next(specifier, context)
      if (found.format?.startsWith('module')) formats.set(kind, found.format)
      return found
    },
  })
}

/** The address of a file that an import names with its ending, such as `./service.ts`. */
function fileOf(
  specifier: string,
  { parentURL, conditions }: { parentURL: string | undefined; conditions: readonly string[] },
): string | undefined {
  if (!specifier.startsWith('.') || parentURL === undefined || !conditions.includes('import'))
    return undefined
  return /\.[jt]s$/.test(specifier) ? new URL(specifier, parentURL).href : undefined
}

/**
 * Modules of one folder with the same ending have the same format, because the same package.json says it. Node would read
 * that file and those of all folders between again for each module, and follow links, which takes half of an import's time.
 */
function kindOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/')) + file.slice(-3)
}
