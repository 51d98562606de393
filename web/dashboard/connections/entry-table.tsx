import type { ConnectionEntry } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'

/** The log of a connection, newest first. */
export function EntryTable({ entries }: { entries: readonly ConnectionEntry[] }) {
  return (
    <BlockTable heads={['When', 'What', 'Answer', 'Details']}>
      {entries.map((entry) => (
        <BlockRow key={entry.id}>
          <RowHead>
            <When at={entry.at} style="moment" />
          </RowHead>
          <BlockCell>
            {entry.direction === 'in' ? <code>{entry.call}</code> : <>Reported: {entry.call}</>}
          </BlockCell>
          <BlockCell>{entry.status ?? 'None'}</BlockCell>
          <BlockCell>{entry.message ?? (entry.isProblem ? 'Failed' : 'Done')}</BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}
