import type { Scoring } from '../api/types.ts'
import { assessmentNames } from '../ui/assessment-names.ts'
import { BlockRow, BlockTable, Cell, RowHead } from '../ui/block-table.tsx'
import { Scroll } from './scroll.tsx'

/** What the scores were made with, and how sure the DISC style is. */
export function Provenance({ scoring: { form, norm, version, confidence } }: { scoring: Scoring }) {
  const parts = (['disc', 'focus', 'core'] as const).filter((id) => form[id] !== undefined)
  return (
    <>
      <Scroll label="What the scores were made with">
        <BlockTable heads={['Part', 'Form', 'Norm', 'Version']}>
          {parts.map((id) => (
            <BlockRow key={id}>
              <RowHead>{assessmentNames[id]}</RowHead>
              <Cell label="Form">{form[id]}</Cell>
              <Cell label="Norm">{norm[id] ?? 'none: values are weighed within the person'}</Cell>
              <Cell label="Version">{version}</Cell>
            </BlockRow>
          ))}
        </BlockTable>
      </Scroll>
      {confidence.disc && (
        <p className="second">
          Drawn a thousand times around the answers, the style came out as{' '}
          {Object.entries(confidence.disc.styles)
            .toSorted(([, one], [, other]) => other - one)
            .slice(0, 4)
            .map(([style, share]) => `${style} ${Math.round(100 * share)}%`)
            .join(', ')}
          .
        </p>
      )}
    </>
  )
}
