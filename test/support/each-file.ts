import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { runFileCleanups } from './file-cleanup.ts'

// By default, Node tries the other address of localhost after 250 ms, and that is another network to the limits.
setDefaultAutoSelectFamilyAttemptTimeout(20_000)

// Vitest runs this module again before every test file, unlike modules that files share.
runFileCleanups()
