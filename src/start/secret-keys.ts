import type { Config } from '../config.ts'
import { createSecretKeyring, type SecretKeyring } from '../identity/secret-keyring.ts'
import { readSecretKeys } from '../platform/secret-key-files.ts'

/** The keys of the installation; `reread` takes what a rotation has changed in the files of DATA_DIR. */
export async function openSecretKeys(
  config: Pick<Config, 'secretKey' | 'previousSecretKeys' | 'dataDir'>,
): Promise<SecretKeyring & { reread: () => Promise<void> }> {
  const ring = createSecretKeyring(await readSecretKeys(config))
  return { ...ring, reread: async () => ring.replace(await readSecretKeys(config)) }
}
