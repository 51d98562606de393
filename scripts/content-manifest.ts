import { writeFileSync } from 'node:fs'
import { contentRoot } from '../src/content/content-file.ts'
import { manifestOf } from '../src/content/manifest.ts'

/** Records the current content files. Run it after a change to a form, a norm or an item text has been agreed. */
writeFileSync(new URL('manifest.json', contentRoot), `${JSON.stringify(manifestOf(), null, 2)}\n`)
