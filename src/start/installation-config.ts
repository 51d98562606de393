import type { Config } from '../config.ts'
import type { InstallationConfig } from '../contract/operation.ts'
import type { SecretKey } from '../contract/secret-key.ts'

/** What operations may know of the installation. */
export function installationConfigOf(
  config: Config,
  secretKey: SecretKey,
  mailKey: Buffer,
): InstallationConfig {
  const { publicUrl, authUrl, region, trial, smsCountries } = config
  return {
    publicUrl,
    authUrl,
    region,
    secretKey,
    trial,
    smsCountries,
    isLimited: config.rateLimits !== undefined,
    mail: { key: mailKey, ...config.mailCaps },
    debriefModel: config.debriefModel && publicModelConfig(config.debriefModel),
  }
}

/** What operations may know of the model: not where it is, and not the key. */
function publicModelConfig({ name, dailyBudget, deadlineSeconds }: NonNullable<Config['debriefModel']>) {
  return { name, dailyBudget, deadlineSeconds }
}

/** The roots of all regions, so that a good token of another one is told the way (421) and not refused. */
export function audiencesOf({ regions, publicUrl, defaultUrl }: Config): string[] {
  const roots = Object.values(regions).map((apiRoot) => apiRoot.replace(/\/api$/, ''))
  return [publicUrl, ...roots, ...(defaultUrl ? [defaultUrl] : [])]
}
