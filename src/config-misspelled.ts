import { editDistance } from './contract/nearest.ts'

/**
 * Unknown variables that are most likely typos: they begin like ours, or are nearly one of ours. Variables of other programs
 * pass, also those of OpenTelemetry that this service doesn't read: platforms set them for every container. See
 * docs/decisions/0189.
 */
export function misspelled(keys: readonly string[], names: readonly string[]): string[] {
  const known = new Set(names)
  const services = keys.flatMap((key) => (key.endsWith(hostEnding) ? [key.slice(0, -hostEnding.length)] : []))
  const isOfService = (key: string) =>
    services.some((name) => ['_SERVICE_', '_PORT_'].some((part) => `${key}_`.startsWith(name + part)))
  const isLikeOurs = (key: string) => ownBeginnings.test(key) && !isOfService(key)
  return keys.filter((key) => !known.has(key) && (isLikeOurs(key) || isNearlyOneOf(names, key)))
}

/** Kubernetes sets this for each service that runs beside a container, and others with the same beginning. */
const hostEnding = '_SERVICE_HOST'

const ownBeginnings =
  /^(ALLOW_PLAIN|BACKUP_D|BACKUP_R|PUBLIC_|DEFAULT_U|DATABASE_|REGION|AUTH_U|TRUSTED_P|DEMO|MAIL_|SMS_|SHARE_|DEBRIEF_|ALLOWED_ORIGIN|TRIAL_|ACCOUNT_(APPS|CHANGES|EXPORTS|PROFILES|STORAGE)|WEBHOOK|ATS_|DISK_RES|RATE_LIMIT|DRAIN_|METRICS_|LOG_LEV|LOG_REQ|SLOW_MILL|SECRET_K|VALKEY_|INSTANCES|OAUTH_|OPERATOR_CONTACT|ZAPIER_A)/

/** Only names with the same first word are compared, so that a start doesn't compare everything with everything. */
function isNearlyOneOf(names: readonly string[], key: string): boolean {
  const firstWord = /^[A-Z]+_/.exec(key)?.[0]
  if (firstWord === undefined) return false
  return names.some(
    (name) =>
      name.length >= leastLength &&
      name.startsWith(firstWord) &&
      Math.abs(name.length - key.length) <= mostEdits &&
      editDistance(name, key) <= mostEdits,
  )
}

/** In shorter names two edits make another word. */
const leastLength = 10
/** Two letters in the wrong order are two edits. */
const mostEdits = 2
