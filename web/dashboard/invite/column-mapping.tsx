import { fill } from '../language/fill.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import type { ChosenField } from './column-choices.ts'
import { columnFields } from './columns.ts'
import type { ListColumn } from './read-list.ts'
import { words } from './words.ts'

/** The columns of a table with their first rows, and what each is read as. Nothing else is read of it. */
export function ColumnMapping({
  columns,
  mayTag,
  onChoose,
}: {
  columns: readonly ListColumn[]
  mayTag: boolean
  onChoose: (column: ListColumn, field: ChosenField) => void
}) {
  const { heads, fields } = words.columns
  return (
    <div className="column-mapping">
      <BlockTable heads={[heads.column, heads.samples, heads.field]}>
        {columns.map((column, place) => {
          const { name, field, samples } = column
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same name
            <BlockRow key={place}>
              <RowHead>
                <bdi>{name}</bdi>
              </RowHead>
              <BlockCell label={heads.samples}>
                <span className="column-samples">
                  {samples.map((sample, row) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows can be equal
                    <bdi key={row}>{sample || '–'}</bdi>
                  ))}
                </span>
              </BlockCell>
              <BlockCell label={heads.field}>
                <select
                  className="field"
                  aria-label={fill(words.columns.readAs, { column: name })}
                  value={field ?? 'ignore'}
                  data-ignored={field === undefined || undefined}
                  onChange={(event) => onChoose(column, event.target.value as ChosenField)}
                >
                  <option value="ignore">{words.columns.ignore}</option>
                  {columnFields
                    .filter((one) => mayTag || one !== 'tags')
                    .map((one) => (
                      <option key={one} value={one}>
                        {fields[one]}
                      </option>
                    ))}
                </select>
              </BlockCell>
            </BlockRow>
          )
        })}
      </BlockTable>
      <p className="note">{words.columns.note}</p>
    </div>
  )
}
