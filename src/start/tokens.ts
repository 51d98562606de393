import { combineKeySources } from '../identity/key-source.ts'
import { createTokenVerifier, type TokenVerifier } from '../identity/token-verifier.ts'
import type { TokenSettings } from '../identity/tokens.ts'
import type { Foundation } from './foundation.ts'
import { audiencesOf } from './installation-config.ts'
import type { Workers } from './workers.ts'

/** How this region signs access tokens. */
export function tokenSettingsOf({ parts, config, keyring }: Foundation): TokenSettings {
  return {
    keys: keyring.keys,
    region: config.region,
    issuer: config.authUrl,
    audience: config.publicUrl,
    clock: parts.clock,
  }
}

/** Verifies access tokens with this region's keys and those of the others. */
export function openTokenVerifier(
  { parts, config, keyring }: Foundation,
  { regions }: Pick<Workers, 'regions'>,
): TokenVerifier {
  return createTokenVerifier({
    keys: combineKeySources([keyring, regions.keys]),
    issuer: config.authUrl,
    audiences: audiencesOf(config),
    authorizationZone: config.authorizationZone,
    clock: parts.clock,
  })
}
