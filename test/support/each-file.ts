import { runFileCleanups } from './file-cleanup.ts'

// Vitest runs this module anew before every file of tests, unlike those that the files share.
runFileCleanups()
