import { readGuide } from '../../../content/guide.ts'
import type { ResourceDocument } from './document.ts'

/** The guide to explaining scores. A static text that reads nothing of the account. */
export const guideDocument: ResourceDocument = {
  template: 'assessment://guide/reading-scores',
  name: 'reading-scores',
  title: 'A guide to reading the scores',
  description:
    "What DISC, Focus and Core scores say, what they don't say, and what they must not be used for.",
  mimeType: 'text/markdown',
  priority: 0.9,
  queryFor: () => undefined,
  render: async () => ({ text }),
  listed: [{ variables: {}, name: 'reading-scores', title: 'A guide to reading the scores' }],
}

const { title, parts } = readGuide('en')
const text = `# ${title}\n\n${parts.map((part) => `## ${part.title}\n\n${part.text}`).join('\n\n')}\n`
