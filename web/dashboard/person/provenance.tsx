import type { Scoring } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { formatPercent } from '../language/more-formats.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { ScrollArea } from './scroll-area.tsx'
import { words } from './words.ts'

/** Versions of forms, norms and scoring, and the certainty of the DISC style. */
export function ScoringProvenance({ scoring: { form, norm, version, confidence } }: { scoring: Scoring }) {
  const { part, form: formHead, norm: normHead, version: versionHead } = words.scoring
  const parts = (['disc', 'focus', 'core'] as const).filter((id) => form[id] !== undefined)
  return (
    <>
      <ScrollArea label={words.scoring.table}>
        <BlockTable heads={[part, formHead, normHead, versionHead]}>
          {parts.map((id) => (
            <BlockRow key={id}>
              <RowHead>{assessmentNames[id]}</RowHead>
              <BlockCell label={formHead}>{form[id]}</BlockCell>
              <BlockCell label={normHead}>{norm[id] ?? words.scoring.noNorm}</BlockCell>
              <BlockCell label={versionHead}>{version}</BlockCell>
            </BlockRow>
          ))}
        </BlockTable>
      </ScrollArea>
      {confidence.disc && (
        <p className="second">{fill(words.scoring.styles, { styles: stylesText(confidence.disc.styles) })}</p>
      )}
    </>
  )
}

/** The four most frequent styles: "DI 45%, D 30%". */
function stylesText(styles: Readonly<Record<string, number>>): string {
  return formatList(
    Object.entries(styles)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 4)
      .map(([style, share]) => `${style} ${formatPercent(share)}`),
  )
}
