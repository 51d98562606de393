import { readFileSync, writeFileSync } from 'node:fs'
import { listOf, manualPath, tableOf, withTable } from './manual/adaptations.ts'
import { correctionsPage } from './manual/corrections.ts'
import { focus60ReadingPage } from './manual/focus-60-reading.ts'

/**
 * Writes the technical manual's text on adaptations from their records: the table of chapter 12 in `docs/scoring.md`,
 * `docs/manual/adaptations.md` with every adapted statement, `docs/manual/corrections.md` with the answers to proposed
 * corrections, and `docs/manual/focus-60-reading.md` with what was found in the short form of Focus. Run it after a record changed.
 */
const manual = readFileSync(manualPath('scoring.md'), 'utf8')
writeFileSync(manualPath('scoring.md'), withTable(manual, tableOf()))
writeFileSync(manualPath('manual/adaptations.md'), listOf())
writeFileSync(manualPath('manual/corrections.md'), correctionsPage())
writeFileSync(manualPath('manual/focus-60-reading.md'), focus60ReadingPage())
