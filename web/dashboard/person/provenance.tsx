import type { Scoring } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { ScrollArea } from './scroll-area.tsx'

/** Versions of forms, norms and scoring, and the certainty of the DISC style. */
export function ScoringProvenance({ scoring: { form, norm, version, confidence } }: { scoring: Scoring }) {
  const parts = (['disc', 'focus', 'core'] as const).filter((id) => form[id] !== undefined)
  return (
    <>
      <ScrollArea label="What the scores were made with">
        <BlockTable heads={['Part', 'Form', 'Norm', 'Version']}>
          {parts.map((id) => (
            <BlockRow key={id}>
              <RowHead>{assessmentNames[id]}</RowHead>
              <BlockCell label="Form">{form[id]}</BlockCell>
              <BlockCell label="Norm">{norm[id] ?? 'none: values are weighed within the person'}</BlockCell>
              <BlockCell label="Version">{version}</BlockCell>
            </BlockRow>
          ))}
        </BlockTable>
      </ScrollArea>
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
