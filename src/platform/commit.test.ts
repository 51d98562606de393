import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommit } from './commit.ts'

const [one, other] = ['1'.repeat(40), '2'.repeat(40)]

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-commit-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

test.each([
  ['of the file that the image has', { COMMIT: `${one}\n`, '.git/HEAD': other }, one],
  ['of a branch', { '.git/HEAD': 'ref: refs/heads/a\n', '.git/refs/heads/a': `${one}\n` }, one],
  [
    'of a packed branch',
    { '.git/HEAD': 'ref: refs/heads/a\n', '.git/packed-refs': `# x\n${one} refs/heads/a\n` },
    one,
  ],
  ['that was checked out by itself', { '.git/HEAD': `${one}\n` }, one],
  [
    'of a further work tree',
    {
      '.git': 'gitdir: elsewhere/worktrees/b\n',
      'elsewhere/worktrees/b/HEAD': 'ref: refs/heads/b\n',
      'elsewhere/worktrees/b/commondir': '../..\n',
      'elsewhere/refs/heads/b': `${other}\n`,
    },
    other,
  ],
  ['is unknown without either', { COMMIT: 'unknown\n' }, 'unknown'],
])('the commit %s', (_, files, commit) => {
  expect(readCommit(folderWith(files as Record<string, string>))).toBe(commit)
})
