import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { conflict } from '../../src/contract/failure.ts'
import { PublicId } from '../../src/contract/shapes.ts'
import { readReadableRows } from '../../src/domain/move/export-rows.ts'
import { command } from './command.ts'
import { requireAccount, type Shell } from './shell.ts'

export const exportAccountCommand = command({
  name: 'account export',
  summary: 'Write everything that an account has to a file, one JSON document a line, for its owner.',
  usage: '<ID> --to FILE',
  argument: 'id',
  input: z.strictObject({ id: PublicId, to: z.string().min(1) }),
  async run(shell, { id, to }) {
    const { counts, sha256 } = await writeExport(shell, id, to)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return {
      text: `Wrote ${total} rows of ${Object.keys(counts).length} tables to ${to}. It has personal data and no secrets.`,
      json: { account: { id }, file: to, counts, sha256 },
    }
  },
})

/** All from one snapshot. The last line has the counts and the hash of all lines before it. */
async function writeExport({ database, region, now }: Shell, id: string, path: string) {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? conflict(`${path} exists already.`) : error
  })
  try {
    const counts: Record<string, number> = {}
    const hash = createHash('sha256')
    await database.inAccount(
      id,
      async (sql) => {
        const account = await requireAccount(sql, id)
        const write = async (line: object) => {
          const text = `${JSON.stringify(line)}\n`
          hash.update(text)
          await file.write(text)
        }
        await write({
          format: 'timbre-account-1',
          region,
          accountId: id,
          name: account.name,
          exportedAt: now(),
        })
        for await (const { table, row } of readReadableRows(sql)) {
          counts[table] = (counts[table] ?? 0) + 1
          await write({ table, row })
        }
      },
      { readOnly: true },
    )
    const sha256 = hash.digest('hex')
    await file.write(`${JSON.stringify({ counts, sha256 })}\n`)
    await file.sync()
    return { counts, sha256 }
  } finally {
    await file.close()
  }
}
