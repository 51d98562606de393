import { runFileCleanups } from './file-cleanup.ts'

// Vitest runs this module again before every test file, unlike modules that files share.
runFileCleanups()
