import { listOf, tableOf, withTable } from './adaptations.ts'
import { correctionsPage } from './corrections.ts'
import { withFaking } from './faking.ts'
import { focus60ReadingPage } from './focus-60-reading.ts'
import { instructionsPage } from './instructions.ts'
import { withItemStatistics } from './item-statistics.ts'

/** What `scripts/manual.ts` writes, by path in `docs`, from the page as it is. */
export const writtenPages: Readonly<Record<string, (read: () => string) => string>> = {
  'scoring.md': (read) => withTable(read(), tableOf()),
  'manual/adaptations.md': listOf,
  'manual/corrections.md': correctionsPage,
  'manual/focus-60-reading.md': focus60ReadingPage,
  'manual/instructions.md': instructionsPage,
  'manual/faking.md': (read) => withFaking(read()),
  'manual/item-statistics.md': (read) => withItemStatistics(read()),
}
