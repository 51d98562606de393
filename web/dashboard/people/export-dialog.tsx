import { useEffect, useRef, useState } from 'react'
import { callForPage } from '../client/call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { pluralizePeople } from '../words/pluralize.ts'
import { exportPeople } from './export.ts'
import type { PeopleQuery } from './queries.ts'

/** Describes the file, then writes it page by page. It can be stopped at any time. */
export function ExportDialog({
  queries,
  count,
  what,
  onClose,
}: {
  queries: readonly PeopleQuery[]
  count: number
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
    setProgress([0, count])
    try {
      const result = await exportPeople(queries, {
        ask: (query, stop) => callForPage('GET /profiles', { query, signal: stop }, 'after'),
        signal,
        onProgress: (done, total) => setProgress([done, total]),
      })
      saveFile(`people-${new Date().toISOString().slice(0, 10)}.csv`, [result.file], result.file.type)
      showToast(`${pluralizePeople(result.count)} exported.`)
      onClose()
    } catch (failure) {
      if (signal.aborted) return
      setProgress(undefined)
      setError(failure)
    }
  }
  return (
    <Dialog title="Export as CSV" width={420} onClose={onClose}>
      <p>
        {what} Each line has the names and addresses, the tags, when they began and were done, and all scores.
        Column names match the API.
      </p>
      {progress && (
        <div className="export-progress">
          <progress className="bulk-progress" aria-label="Export" value={progress[0]} max={progress[1]} />
          <p className="note figures">
            {progress[0].toLocaleString('en-GB')} of {progress[1].toLocaleString('en-GB')}
          </p>
        </div>
      )}
      {error !== undefined && <FailureNote error={error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {progress ? 'Stop' : 'Cancel'}
        </button>
        {!progress && (
          <button type="button" className="button button-main" onClick={() => void start()}>
            Export {pluralizePeople(count)}
          </button>
        )}
      </div>
    </Dialog>
  )
}
