import type { Config } from './config.ts'
import type { Site } from './contract/operation.ts'
import type { SecretKey } from './contract/secret-key.ts'

/** What operations may know of the installation. */
export function siteOf(config: Config, secretKey: SecretKey, mailKey: Buffer): Site {
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
    debriefModel: config.debriefModel && shownModel(config.debriefModel),
  }
}

/** What operations may know of the model: not where it is, and not the key. */
function shownModel({ name, dailyBudget, deadlineSeconds }: NonNullable<Config['debriefModel']>) {
  return { name, dailyBudget, deadlineSeconds }
}

/** The roots of all regions, so that a good token of another one is told the way (421) and not refused. */
export function audiencesOf({ regions, publicUrl, defaultUrl }: Config): string[] {
  const roots = Object.values(regions).map((apiRoot) => apiRoot.replace(/\/api$/, ''))
  return [publicUrl, ...roots, ...(defaultUrl ? [defaultUrl] : [])]
}
