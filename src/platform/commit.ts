import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The commit of this installation as 40 hexadecimal characters: from the file `COMMIT`, which the image build writes, or
 * from the checkout. `unknown` if there is neither. Git itself isn't called: where there is no checkout it would look
 * for one in the folders above.
 */
export function readCommit(root: string): string {
  return commitIn(readText(join(root, 'COMMIT'))) ?? commitOfCheckout(root) ?? 'unknown'
}

function commitOfCheckout(root: string): string | undefined {
  const dotGit = join(root, '.git')
  // In a further work tree `.git` is a file that names the folder.
  const [, elsewhere] = /^gitdir: (.+)$/m.exec(readText(dotGit)) ?? []
  const folder = elsewhere ? resolve(root, elsewhere) : dotGit
  const head = readText(join(folder, 'HEAD'))
  const [, branch] = /^ref: (\S+)$/m.exec(head) ?? []
  if (!branch) return commitIn(head)
  const common = readText(join(folder, 'commondir')).trim()
  const shared = common ? resolve(folder, common) : folder
  return (
    commitIn(readText(join(shared, branch))) ?? packedCommit(readText(join(shared, 'packed-refs')), branch)
  )
}

function packedCommit(packed: string, branch: string): string | undefined {
  return commitIn(packed.split('\n').find((line) => line.endsWith(` ${branch}`)) ?? '')
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40}\b/.exec(text)?.[0]
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
