import type { Debrief } from '../client/types.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { When } from '../ui/when.tsx'
import { sectionsAbout } from './about-person.ts'
import type { Writing } from './debrief-writing.ts'
import { words } from './words.ts'

/** Who wrote the text, when, and whether it is outdated. */
export function DebriefSource({
  debrief,
  name,
  canWrite,
  writing,
}: {
  debrief: Debrief
  /** The person in a sentence. */
  name: string
  canWrite: boolean
  writing: Writing
}) {
  const { generator, createdAt, stale } = debrief
  const { byModel, byRules, numbers, modelFailed, advice, addressed } = words.debrief
  const sentences = [
    generator.kind === 'llm' ? byModel : byRules,
    numbers,
    ...(generator.reason ? [modelFailed] : []),
    sectionsAbout(debrief, name) ? advice : addressed,
  ]
  return (
    <>
      <p className="note">
        <Sentence
          text={joinSentences(sentences)}
          slots={{
            model: generator.name,
            date: <When at={createdAt} style="date" />,
            reason: generator.reason,
            name,
          }}
        />
      </p>
      {stale && (
        <div className="debrief-stale">
          <p>{words.debrief.stale}</p>
          {canWrite && (
            <button
              type="button"
              className="button button-small"
              onClick={() => writing.write({ regenerate: true })}
            >
              {words.debrief.writeAgain}
            </button>
          )}
        </div>
      )}
    </>
  )
}
