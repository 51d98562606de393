import { readFileSync, writeFileSync } from 'node:fs'
import { listOf, manualPath, tableOf, withTable } from './manual/adaptations.ts'
import { correctionsPage } from './manual/corrections.ts'

/**
 * Writes the technical manual's text on adaptations from their records: the table of chapter 12 in `docs/scoring.md`,
 * `docs/manual/adaptations.md` with every adapted statement, and `docs/manual/corrections.md` with the answers to proposed
 * corrections. Run it after a record changed.
 */
const manual = readFileSync(manualPath('scoring.md'), 'utf8')
writeFileSync(manualPath('scoring.md'), withTable(manual, tableOf()))
writeFileSync(manualPath('manual/adaptations.md'), listOf())
writeFileSync(manualPath('manual/corrections.md'), correctionsPage())
