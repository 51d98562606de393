import './block-table.css'
import type { ComponentProps, ReactNode } from 'react'
import { useMedia } from './use-media.ts'

/**
 * A table whose rows become blocks on phones. Browsers drop table semantics from rows and cells with `display:
 * block`, so each element has an explicit role.
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
  // Visually hidden while rows are blocks, but still there: screen readers announce the column header of a cell.
  const isNarrow = useMedia('(max-width: 799px)')
  return (
    <table {...roles.table} className={`plain-table block-table ${className}`.trim()}>
      <thead {...roles.group} className={isNarrow ? 'out-of-sight' : undefined}>
        <tr {...roles.row}>
          {heads.map((head, at) => (
            // Two heads may read the same in a language.
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
            <th key={at} scope="col" {...roles.head}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group} className={bodyClass}>
        {children}
      </tbody>
    </table>
  )
}

export function BlockRow({ children }: { children: ReactNode }) {
  return <tr {...roles.row}>{children}</tr>
}

/** The row header. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" {...roles.rowHead}>
      {children}
    </th>
  )
}

/** A cell. On phones, where column headers are hidden, its label is shown in front. */
export function BlockCell({ label, ...rest }: { label?: string } & ComponentProps<'td'>) {
  return <td {...roles.cell} data-label={label} {...rest} />
}

const roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
}
