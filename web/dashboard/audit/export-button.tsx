import { useRef, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { fill } from '../language/fill.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { readAllEntries } from './export.ts'
import type { AuditSearch } from './search.ts'
import { words } from './words.ts'

/** Exports all filtered entries to a file, with progress and a stop button. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const [progress, setProgress] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  const run = async () => {
    stop.current = new AbortController()
    setProgress(words.export.reading)
    try {
      const lines = await readAllEntries(search, {
        signal: stop.current.signal,
        onProgress: (read, total) => setProgress(fill(words.export.progress, { read, total })),
      })
      saveFile('audit-log.csv', lines, 'text/csv;charset=utf-8')
      showToast(words.export.done)
    } catch (error) {
      if (!stop.current.signal.aborted) {
        showToast(error instanceof ApiError ? error.message : words.export.failed)
      }
    }
    setProgress(undefined)
  }
  return (
    <div className="audit-export">
      <span role="status">{progress}</span>
      {progress ? (
        <button type="button" className="button" onClick={() => stop.current?.abort()}>
          {words.export.stop}
        </button>
      ) : (
        <button type="button" className="button" onClick={() => void run()}>
          {words.export.start}
        </button>
      )}
    </div>
  )
}
