import type { Config } from './config.ts'
import { createKeyRing, type KeyRing } from './identity/key-ring.ts'
import { readSecretKeys } from './platform/secretKey.ts'

/** The keys of the installation; `reread` takes what a rotation has changed in the files of DATA_DIR. */
export async function openSecretKeys(
  config: Pick<Config, 'secretKey' | 'previousSecretKeys' | 'dataDir'>,
): Promise<KeyRing & { reread: () => Promise<void> }> {
  const ring = createKeyRing(await readSecretKeys(config))
  return { ...ring, reread: async () => ring.replace(await readSecretKeys(config)) }
}
