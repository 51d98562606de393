import type { ConnectionEntry } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { words } from './words.ts'

/** The log of a connection, newest first. */
export function EntryTable({ entries }: { entries: readonly ConnectionEntry[] }) {
  const { heads, ...texts } = words.log
  return (
    <BlockTable heads={[heads.when, heads.what, heads.answer, heads.details]}>
      {entries.map((entry) => (
        <BlockRow key={entry.id}>
          <RowHead>
            <When at={entry.at} style="moment" />
          </RowHead>
          <BlockCell>
            {entry.direction === 'in' ? (
              <code>{entry.call}</code>
            ) : (
              <Sentence text={texts.reported} slots={{ call: entry.call }} />
            )}
          </BlockCell>
          <BlockCell>{entry.status ?? texts.noAnswer}</BlockCell>
          <BlockCell>{entry.message ?? (entry.isProblem ? texts.failed : texts.done)}</BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}
