import type { Provider } from 'oidc-provider'
import type { ProviderSettings } from './provider.ts'

/**
 * The library takes its keys when it is created, so there is a new provider after each rotation. It is loaded with the
 * first request, because that takes a tenth of the processor time of a start.
 */
export function createProviderSource(settings: ProviderSettings): () => Promise<Provider> {
  let cached: { keys: string; provider: Provider } | undefined
  return async () => {
    const { createProvider } = await import('./provider.ts')
    const keys = [settings.keys().active.kid, ...settings.cookieKeys()].join()
    if (cached?.keys !== keys) cached = { keys, provider: createProvider(settings) }
    return cached.provider
  }
}
