import { type FormEvent, useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { type CountedTag, queryClient, tagsQuery } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { isTypedName } from '../words/person-name.ts'
import { ColorChoice } from './color-choice.tsx'
import { submitNewTag, submitTagChange, unusedColor } from './save-tag.ts'
import { words } from './words.ts'

/** Creates a tag, or renames and recolors one. Colors are chosen by name, with a preview of the chip. */
export function TagDialog({
  tag,
  existing,
  onClose,
}: {
  tag?: CountedTag
  /** What to do instead with a tag of the name that was typed. */
  existing?: { verb: string; choose: (tag: CountedTag) => void }
  onClose: () => void
}) {
  const { title, save: verb } = tag ? words.edit : words.create
  const [label, setLabel] = useState(tag?.label ?? '')
  const [color, setColor] = useState<CountedTag['color']>(
    () => tag?.color ?? unusedColor(queryClient.getQueryData(tagsQuery.queryKey) ?? []),
  )
  const [problem, setProblem] = useState<string>()
  const [twin, setTwin] = useState<CountedTag>()
  const [isBusy, setBusy] = useState(false)
  const intention = useIdempotencyKey()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (label.trim() === '') return setProblem(words.nameMissing)
    setBusy(true)
    const looks = { label: label.trim(), color }
    try {
      const same = await findTwin(looks.label, tag)
      setTwin(same)
      if (same) {
        setBusy(false)
        return setProblem(fill(words.existing, { tag: same.label }))
      }
      if (tag) await submitTagChange(tag, looks)
      else await submitNewTag(looks, intention.keyFor(looks))
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, words.tryAgain))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={save} noValidate>
        <label className="field-label">
          {words.name}
          <input
            className="field"
            value={label}
            maxLength={60}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'tag-problem' : undefined}
            onChange={(event) => {
              setLabel(event.target.value)
              setTwin(undefined)
              setProblem(undefined)
            }}
          />
        </label>
        {problem && (
          <p id="tag-problem" className="field-problem tag-problem" role="alert">
            <Icon name="warning" size={16} />
            {problem}
          </p>
        )}
        {twin && existing && (
          <p>
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                onClose()
                existing.choose(twin)
              }}
            >
              {fill(existing.verb, { tag: twin.label })}
            </button>
          </p>
        )}
        <ColorChoice legend={words.color} color={color} onChoose={setColor} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {words.cancel}
          </button>
          <button type="submit" className="button button-main" disabled={isBusy}>
            {verb}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

/** Another tag of this name, whatever its case and blanks: nobody could tell the two apart. The API takes both. */
async function findTwin(label: string, tag: CountedTag | undefined): Promise<CountedTag | undefined> {
  const tags = await queryClient.ensureQueryData(tagsQuery)
  return tags.find((one) => one.id !== tag?.id && isTypedName(label, one.label))
}
