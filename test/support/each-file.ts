import { endWithFile } from './ends.ts'

// Vitest runs this module anew before every file of tests, unlike those that the files share.
endWithFile()
