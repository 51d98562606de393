import type { QualityView } from '../../src/http/views/quality-view.ts'
import { joinSentences, sentenceGap } from './messages.ts'

type QualityNoteProps<Quality> = { quality: Quality; languageTag: string }

/** The response quality warning on a screen: outcome, signs, and that it is no judgment. */
export function QualityNote({ quality: { sentence, noticed }, languageTag }: QualityNoteProps<QualityView>) {
  return (
    <aside class="doubt second">
      <p>{sentence}</p>
      {noticed && (
        <div class="noticed">
          <h2 class="second">{noticed.title}</h2>
          <ul>
            {noticed.signs.map(({ what, means }) => (
              <li key={what}>
                {what}
                {sentenceGap(languageTag)}
                <span class="muted">{means}</span>
              </li>
            ))}
          </ul>
          <p>{noticed.fair}</p>
        </div>
      )}
    </aside>
  )
}

/** The same for the foot of a printed sheet: signs, and that it is no judgment. */
export function PrintedQualityNote({ quality, languageTag }: QualityNoteProps<QualityView | undefined>) {
  if (!quality?.noticed) return null
  const { signs, fair } = quality.noticed
  return <p class="sheet-notice">{joinSentences([...signs.map(({ what }) => what), fair], languageTag)}</p>
}
