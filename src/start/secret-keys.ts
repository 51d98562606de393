import type { Config } from '../config.ts'
import { createSecretKeyring, type SecretKeyring } from '../identity/secret-keyring.ts'
import { readSecretKeys } from '../platform/secret-key-files.ts'

/** Opens the secret keys of the installation. `reread` loads the files in DATA_DIR again, after a rotation. */
export async function openSecretKeys(
  config: Pick<Config, 'secretKey' | 'previousSecretKeys' | 'dataDir'>,
): Promise<SecretKeyring & { reread: () => Promise<void> }> {
  const ring = createSecretKeyring(await readSecretKeys(config))
  return { ...ring, reread: async () => ring.replace(await readSecretKeys(config)) }
}
