import { type DragEvent, forwardRef, useId, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import type { ColumnChoices } from './column-choices.ts'
import type { InviteDraft } from './draft.ts'
import { readFileText } from './file-text.ts'
import { mostPeople, type ParsedList, parseList } from './read-list.ts'
import { pluralize } from './tally.ts'

type Props = {
  draft: InviteDraft
  change: (fields: Partial<InviteDraft>) => void
  list: ParsedList
  choices: ColumnChoices
}

/** A text field for one person per line. Lines of a file are put here too, where they can be corrected. */
export const LinesField = forwardRef<HTMLTextAreaElement, Props>(function LinesField(
  { draft, change, list, choices },
  ref,
) {
  const [problem, setProblem] = useState<string>()
  const [isDragging, setDragging] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const id = useId()
  const take = async (file: File | undefined) => {
    setDragging(false)
    if (!file) return
    const read = await readFileText(new Uint8Array(await file.arrayBuffer()))
    const fault = 'problem' in read ? read.problem : tooManyWords(parseList(read.text, choices))
    setProblem(fault && `${file.name}: ${fault}`)
    if (fault || 'problem' in read) return
    const { text, fileName } = draft
    change({ text: read.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), fileName: file.name })
    const put = `${pluralize(parseList(read.text, choices).entries.length, 'person', 'people')} read from ${file.name}.`
    showToast(put, text === '' ? {} : { undo: () => change({ text, fileName }) })
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="invite-lines-field">
      <label className="field-label" htmlFor={id}>
        One person per line: email or phone, then name
      </label>
      <textarea
        ref={ref}
        id={id}
        className="field invite-lines"
        rows={8}
        spellCheck={false}
        autoComplete="off"
        placeholder={'amara@example.com, Amara Diallo\n+4915112345678, Jonas Brandt'}
        data-over={isDragging || undefined}
        aria-describedby={`${id}-hint`}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value, fileName: undefined })}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      />
      <p id={`${id}-hint`} className="note">
        {list.head
          ? `${draft.fileName ?? 'A table'}. You can correct it here, or `
          : 'Or drop a CSV or XLSX file here, or '}
        <button type="button" className="plain-button" onClick={() => chooser.current?.click()}>
          {list.head ? 'choose another file' : 'choose one'}
        </button>
        .
        {(list.canBeTable || (draft.asTable && list.head)) && (
          <>
            {' '}
            <button
              type="button"
              className="plain-button"
              onClick={() => change({ asTable: !draft.asTable || undefined })}
            >
              {list.head ? 'Read it line by line' : 'Choose what each column is'}
            </button>
          </>
        )}
      </p>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label="CSV or XLSX file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {problem && (
        <p className="field-problem" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </div>
  )
})

function tooManyWords({ tooMany }: ParsedList): string | undefined {
  if (tooMany === undefined) return undefined
  const most = mostPeople.toLocaleString('en-GB')
  return `${tooMany.toLocaleString('en-GB')} lines. Up to ${most} people go at once: split it into parts.`
}

/** Scrolls to one line of the field and selects it. */
export function markLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  field.scrollTop = ((line - 3) / lines.length) * field.scrollHeight
}
