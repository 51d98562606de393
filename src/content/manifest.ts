import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { contentRoot, readContent } from './content-file.ts'
import { sha256 } from './form-hash.ts'
import { ipipPath } from './ipip.ts'

/** SHA-256 in hex by file name: paths below `content/`, and the package file that has the English items. */
export type Manifest = Readonly<Record<string, string>>

/**
 * Compares every form, norm and item text with `content/manifest.json` and throws an error that names the first file
 * that was changed, added or removed. Called at startup: a form must never change silently, because results stored
 * under its id would no longer mean what they say.
 */
export function verifyContent(root: URL = contentRoot): void {
  const recorded = readContent<Manifest>('manifest.json', root)
  const present = manifestOf(root)
  for (const name of Object.keys({ ...recorded, ...present })) {
    if (recorded[name] === present[name]) continue
    const what =
      present[name] === undefined
        ? 'is missing'
        : recorded[name] === undefined
          ? 'is not recorded'
          : 'changed'
    throw new Error(`${name}: the file ${what}. If that is meant, run scripts/content-manifest.ts.`)
  }
}

/** The hashes of the current files, sorted by name. */
export function manifestOf(root: URL = contentRoot): Manifest {
  const names = [
    ...jsonIn('items', root),
    ...jsonIn('norms', root),
    ...readdirSync(new URL('locales/', root))
      .map((locale) => `locales/${locale}/items.json`)
      .filter((path) => existsSync(new URL(path, root))),
    ...wordings(root),
  ].sort()
  const hashes = names.map((name) => [`content/${name}`, sha256(readFileSync(new URL(name, root)))])
  return Object.fromEntries([...hashes, [ipipName, sha256(readFileSync(ipipPath))]])
}

/** The English items in the manifest: the name that `ipipPath` resolves. */
const ipipName = '@bigfive-org/questions/data/en/questions.json'

/** Former items, by the last wording that had them. */
function wordings(root: URL): string[] {
  const folder = new URL('wordings/', root)
  return existsSync(folder) ? readdirSync(folder).flatMap((last) => jsonIn(`wordings/${last}`, root)) : []
}

function jsonIn(folder: string, root: URL): string[] {
  return readdirSync(new URL(`${folder}/`, root))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`)
}
