import { readFileSync, writeFileSync } from 'node:fs'
import { listOf, manualPath, tableOf, withTable } from './manual/adaptations.ts'

/**
 * Writes the technical manual's text on adaptations from their records: the table of chapter 12 in `docs/scoring.md`,
 * and `docs/manual/adaptations.md` with every adapted statement. Run it after a record changed.
 */
const manual = readFileSync(manualPath('scoring.md'), 'utf8')
writeFileSync(manualPath('scoring.md'), withTable(manual, tableOf()))
writeFileSync(manualPath('manual/adaptations.md'), listOf())
