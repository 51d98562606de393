import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { type ColumnField, columnFields } from './columns.ts'
import type { ListColumn } from './read-list.ts'

/** The columns of a table with their first rows, and what each is read as. Nothing else is read of it. */
export function ColumnMapping({
  columns,
  mayTag,
  onChoose,
}: {
  columns: readonly ListColumn[]
  mayTag: boolean
  onChoose: (name: string, field: ColumnField | 'ignore') => void
}) {
  return (
    <div className="column-mapping">
      <BlockTable heads={['Column', 'First rows', 'Read as']}>
        {columns.map(({ name, field, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same name
          <BlockRow key={place}>
            <RowHead>
              <bdi>{name}</bdi>
            </RowHead>
            <BlockCell label="First rows">
              <span className="column-samples">
                {samples.map((sample, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows can be equal
                  <bdi key={row}>{sample || '–'}</bdi>
                ))}
              </span>
            </BlockCell>
            <BlockCell label="Read as">
              <select
                className="field"
                aria-label={`Read ${name} as`}
                value={field ?? 'ignore'}
                data-ignored={field === undefined || undefined}
                onChange={(event) => onChoose(name, event.target.value as ColumnField | 'ignore')}
              >
                <option value="ignore">Ignore</option>
                {columnFields
                  .filter((one) => mayTag || one !== 'tags')
                  .map((one) => (
                    <option key={one} value={one}>
                      {fieldNames[one]}
                    </option>
                  ))}
              </select>
            </BlockCell>
          </BlockRow>
        ))}
      </BlockTable>
      <p className="note">
        Ignored columns are not sent. Your choices are kept in this browser for the next list. A cell of tags
        can have several, separated by semicolons.
      </p>
    </div>
  )
}

const fieldNames: Record<ColumnField, string> = {
  email: 'Email',
  phone: 'Phone',
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  locale: 'Language',
  customId: 'External ID',
  tags: 'Tags',
}
