import { useEffect, useRef, useState } from 'react'
import { callForPage } from '../client/call-for-page.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { exportPeople } from './export.ts'
import type { PeopleQuery } from './queries.ts'
import { words } from './words.ts'

/** Describes the file, then writes it page by page. It can be stopped at any time. */
export function ExportDialog({
  queries,
  total,
  what,
  onClose,
}: {
  queries: readonly PeopleQuery[]
  total: number
  /** The exported people, as a sentence. */
  what: string
  onClose: () => void
}) {
  const [progress, setProgress] = useState<readonly [done: number, total: number]>()
  const [error, setError] = useState<unknown>()
  const leave = useRef<AbortController>(undefined)
  useEffect(() => () => leave.current?.abort(), [])
  const start = async () => {
    leave.current = new AbortController()
    const { signal } = leave.current
    setError(undefined)
    setProgress([0, total])
    try {
      const result = await exportPeople(queries, {
        ask: (query, stop) => callForPage('GET /profiles', { query, signal: stop }, 'after'),
        signal,
        onProgress: (done, all) => setProgress([done, all]),
      })
      saveFile(`people-${new Date().toISOString().slice(0, 10)}.csv`, [result.file], result.file.type)
      showToast(count(words.exporting.done, result.count))
      onClose()
    } catch (failure) {
      if (signal.aborted) return
      setProgress(undefined)
      setError(failure)
    }
  }
  return (
    <Dialog title={words.exporting.title} width={420} onClose={onClose}>
      <p>{joinSentences([what, words.exporting.text])}</p>
      {progress && (
        <div className="export-progress">
          <progress
            className="bulk-progress"
            aria-label={words.exporting.progress}
            value={progress[0]}
            max={progress[1]}
          />
          <p className="note figures">
            {fill(words.exporting.progressOf, { n: progress[0], total: progress[1] })}
          </p>
        </div>
      )}
      {error !== undefined && <FailureNote error={error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {progress ? words.exporting.stop : words.exporting.cancel}
        </button>
        {!progress && (
          <button type="button" className="button button-main" onClick={() => void start()}>
            {count(words.exporting.start, total)}
          </button>
        )}
      </div>
    </Dialog>
  )
}
