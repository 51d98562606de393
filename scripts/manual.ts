import { readFileSync, writeFileSync } from 'node:fs'
import { manualPath } from './manual/adaptations.ts'
import { writtenPages } from './manual/pages.ts'

/**
 * Writes what the technical manual takes from records, texts and stored figures: the table of chapter 12 in
 * `docs/scoring.md`, and pages or parts of pages in `docs/manual`. Run it after one of them changed.
 */
for (const [name, pageFrom] of Object.entries(writtenPages))
  writeFileSync(
    manualPath(name),
    pageFrom(() => readFileSync(manualPath(name), 'utf8')),
  )
