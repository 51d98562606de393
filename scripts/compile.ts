import { loadQuickly } from '../src/load-quickly.ts'

/**
 * Loads the service without starting it, so that its code is compiled and kept (docs/self-hosting.md). For an image: its
 * containers can't keep what they compile, and each of them would compile everything again.
 */
loadQuickly()
await import('../src/config.ts')
await import('../src/startup-message.ts')
await import('../src/demo/demo.ts')
await import('../src/start/service.ts')
await import('../src/http/mcp/transport.ts')
