import { domainToASCII } from 'node:url'
import type { Config } from '../config.ts'
import type { AccountHomes } from '../contract/account-homes.ts'
import type { InstallationConfig } from '../contract/operation.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { createStoredBytes } from '../domain/account/stored-bytes.ts'
import { monotonicNow } from '../platform/monotonic-clock.ts'
import { openedNetworks } from '../platform/webhook-request.ts'

/** The part of the configuration that operations may read. */
export function installationConfigOf(
  config: Config,
  secretKey: SecretKey,
  mailKey: Buffer,
  homes: AccountHomes,
): InstallationConfig {
  const { publicUrl, authUrl, region, trial, smsCountries } = config
  return {
    publicUrl,
    authUrl,
    region,
    secretKey,
    trial,
    quotas: config.quotas,
    readStoredBytes: createStoredBytes(monotonicNow),
    smsCountries,
    isLimited: config.rateLimits !== undefined,
    mail: { key: mailKey, ...config.mailCaps },
    mailDomains: {
      from: domainIn(config.mailFrom),
      returnPath: domainIn(config.bounces?.address ?? config.mailFrom),
    },
    debriefModel: config.debriefModel && publicModelConfig(config.debriefModel),
    homes,
    webhooks: {
      hasPrivateNetworks: config.webhooks.privateNetworks.length > 0,
      isOpened: openedNetworks(config.webhooks.privateNetworks),
      sourceAddresses: config.webhooks.sourceAddresses,
    },
    atsHosts: config.atsHosts,
  }
}

/** Of an address with or without a name. */
function domainIn(address: string): string {
  const [, domain = ''] = /@([^@>]+)>?$/.exec(address.trim()) ?? []
  return domainToASCII(domain.trim())
}

/** Leaves out the model's address and key. */
function publicModelConfig({ name, dailyBudget, deadlineSeconds }: NonNullable<Config['debriefModel']>) {
  return { name, dailyBudget, deadlineSeconds }
}

/** The roots of all regions, so that a valid token for another region is answered with 421 instead of 401. */
export function audiencesOf({ regions, publicUrl, defaultUrl }: Config): string[] {
  const roots = Object.values(regions).map((apiRoot) => apiRoot.replace(/\/api$/, ''))
  return [publicUrl, ...roots, ...(defaultUrl ? [defaultUrl] : [])]
}
