import './block-table.css'
import type { ComponentProps, ReactNode } from 'react'
import { useMedia } from './use-media.ts'

/**
 * A table that becomes a block for each row on a phone. Browsers take rows and cells that are laid out as blocks for
 * mere text, so each says its role itself.
 */
export function BlockTable({
  heads,
  children,
  className = '',
  bodyClass,
}: {
  heads: readonly string[]
  /** Rows alone. */
  children: ReactNode
  className?: string
  bodyClass?: string
}) {
  // Out of sight where rows are blocks, as the sheet has it, and not gone: who hears the table is told a cell's head.
  const isNarrow = useMedia('(max-width: 799px)')
  return (
    <table {...told.table} className={`plain-table block-table ${className}`.trim()}>
      <thead {...told.group} className={isNarrow ? 'out-of-sight' : undefined}>
        <tr {...told.row}>
          {heads.map((head) => (
            <th key={head} scope="col" {...told.head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...told.group} className={bodyClass}>
        {children}
      </tbody>
    </table>
  )
}

export function BlockRow({ children }: { children: ReactNode }) {
  return <tr {...told.row}>{children}</tr>
}

/** The cell that says what its row is. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" {...told.rowHead}>
      {children}
    </th>
  )
}

/** A cell; on a phone, where heads have no room, its label stands in front. */
export function BlockCell({ label, ...rest }: { label?: string } & ComponentProps<'td'>) {
  return <td {...told.cell} data-label={label} {...rest} />
}

const told = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
}
