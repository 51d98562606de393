import { createRequire } from 'node:module'
import { actions } from './actions.js'
import { addToken, authentication } from './authentication.js'
import { searches } from './searches.js'
import { triggers } from './triggers.js'

const byKey = (all) => Object.fromEntries(all.map((one) => [one.key, one]))

export const app = {
  version: createRequire(import.meta.url)('./package.json').version,
  platformVersion: '18.3.0',
  authentication,
  beforeRequest: [addToken],
  triggers: byKey(triggers),
  creates: byKey(actions),
  searches: byKey(searches),
}

// biome-ignore lint/style/noDefaultExport: Zapier loads the default export.
export default app
