import { useRef, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { readAllEntries } from './export.ts'
import type { AuditSearch } from './search.ts'

/** Exports all filtered entries to a file, with progress and a stop button. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const [progress, setProgress] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  const run = async () => {
    stop.current = new AbortController()
    setProgress('Reading')
    try {
      const lines = await readAllEntries(search, {
        signal: stop.current.signal,
        onProgress: (read, total) =>
          setProgress(`${read.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`),
      })
      saveFile('audit-log.csv', lines, 'text/csv;charset=utf-8')
      showToast('Export saved.')
    } catch (error) {
      if (!stop.current.signal.aborted) {
        showToast(error instanceof ApiError ? error.message : 'The export did not work. Try again.')
      }
    }
    setProgress(undefined)
  }
  return (
    <div className="audit-export">
      <span role="status">{progress}</span>
      {progress ? (
        <button type="button" className="button" onClick={() => stop.current?.abort()}>
          Stop
        </button>
      ) : (
        <button type="button" className="button" onClick={() => void run()}>
          Export
        </button>
      )}
    </div>
  )
}
