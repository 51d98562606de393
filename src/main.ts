import { loadQuickly } from './load-quickly.ts'

// First, because it holds only for what is imported after it.
loadQuickly()
await import('./run.ts')
