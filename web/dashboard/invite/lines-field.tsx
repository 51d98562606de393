import { type DragEvent, forwardRef, useId, useRef, useState } from 'react'
import { count, fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { readFileText } from '../ui/file-text.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import type { ColumnChoices } from './column-choices.ts'
import { type InviteDraft, isOtherList, newList } from './draft.ts'
import { mostPeople, type ParsedList, parseList } from './read-list.ts'
import { words } from './words.ts'

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
    const parsed =
      'problem' in read
        ? { entries: [] }
        : parseList(read.text, { ...choices, chosen: undefined, asTable: undefined })
    const fault = 'problem' in read ? read.problem : tooManyWords(parsed)
    setProblem(fault && fill(words.lines.fileProblem, { file: file.name, problem: fault }))
    if (fault || 'problem' in read) return
    const { text, fileName, encoding, asTable, columns, country, nameOrder, names, apart, taken } = draft
    change({
      ...newList,
      text: read.text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'),
      fileName: file.name,
      encoding: read.encoding,
    })
    const put = count(words.lines.read, parsed.entries.length, { file: file.name })
    const before = { text, fileName, encoding, asTable, columns, country, nameOrder, names, apart, taken }
    showToast(put, text === '' ? {} : { undo: () => change(before) })
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }
  return (
    <div className="invite-lines-field">
      <label className="field-label" htmlFor={id}>
        {words.lines.label}
      </label>
      <textarea
        ref={ref}
        id={id}
        className="field invite-lines"
        rows={8}
        data-table={list.head ? true : undefined}
        spellCheck={false}
        autoComplete="off"
        placeholder={words.lines.example}
        data-over={isDragging || undefined}
        aria-describedby={`${id}-hint`}
        value={draft.text}
        onChange={({ target }) =>
          change({
            ...(isOtherList(draft.text, target.value) && newList),
            text: target.value,
            fileName: undefined,
          })
        }
        onDragOver={(event) => {
          if (!event.dataTransfer.types.some((type) => type === 'Files')) return
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
      />
      <p id={`${id}-hint`} className="note">
        <Sentence
          text={!list.head ? hint.empty : draft.fileName === undefined ? hint.table : hint.file}
          slots={{ file: draft.fileName }}
          marks={{
            choose: (text) => (
              <button type="button" className="plain-button" onClick={() => chooser.current?.click()}>
                {text}
              </button>
            ),
          }}
        />
        {(list.canBeTable || list.head?.isAssumed) && (
          <>
            {' '}
            <button type="button" className="plain-button" onClick={() => change({ asTable: !list.head })}>
              {list.head ? words.lines.asLines : words.lines.asTable}
            </button>
          </>
        )}
      </p>
      <div className="note invite-read-as" role="status">
        {list.totals !== undefined && <p>{count(words.lines.totals, list.totals)}</p>}
        {draft.encoding && <p>{fill(words.lines.readAs, { encoding: draft.encoding })}</p>}
        {list.head && list.head.above > 0 && (
          <p>{count(list.head.line > 0 ? words.lines.aboveNames : words.lines.aboveRows, list.head.above)}</p>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={words.lines.file}
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

const { hint } = words.lines

function tooManyWords({ tooMany }: ParsedList): string | undefined {
  if (tooMany === undefined) return undefined
  return fill(words.lines.tooMany, { n: tooMany, most: mostPeople })
}

/** Scrolls to one line of the field and selects it. */
export function markLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  field.scrollTop = ((line - 3) / lines.length) * field.scrollHeight
}
