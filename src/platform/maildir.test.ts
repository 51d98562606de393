import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMaildir } from './maildir.ts'

test('many messages that stay do not keep those behind them from being read', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'timbre-maildir-'))
  await mkdir(join(dir, 'new'))
  const early = Array.from({ length: 1_100 }, (_, at) => `a${at}`)
  for (const name of [...early, 'b']) await writeFile(join(dir, 'new', name), name)
  const take = async (raw: Buffer) => raw.toString() === 'b'
  await readMaildir(dir, { mostBytes: 10, take }, new AbortController().signal)
  expect((await readdir(join(dir, 'new'))).sort()).toEqual(early.sort())
  await rm(dir, { recursive: true })
})
