import type { Scoring } from '../api/types.ts'
import { assessmentNames } from '../ui/assessment-names.ts'
import { Scroll } from './scroll.tsx'

/** What the scores were made with, and how sure the DISC style is. */
export function Provenance({ scoring: { form, norm, version, confidence } }: { scoring: Scoring }) {
  const parts = (['disc', 'focus', 'core'] as const).filter((id) => form[id] !== undefined)
  return (
    <>
      <Scroll label="What the scores were made with">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Form</th>
              <th scope="col">Norm</th>
              <th scope="col">Version</th>
            </tr>
          </thead>
          <tbody>
            {parts.map((id) => (
              <tr key={id}>
                <th scope="row">{assessmentNames[id]}</th>
                <td data-label="Form">{form[id]}</td>
                <td data-label="Norm">{norm[id] ?? 'none: values are weighed within the person'}</td>
                <td data-label="Version">{version}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
