import { fnv1a } from '../../scoring/hash.ts'
import { isPersonaId, type PersonaId } from './personas.ts'

/** Whose answers are wanted. The same of both gives the same answers. */
export type PersonaRequest = { persona: PersonaId; seed: number }

export const sandboxDomain = 'sandbox.test'

/**
 * What an address of a sandbox says: `complete+driving@sandbox.test` answers as this persona, and
 * `complete+driving+anything@…` as another one of its kind. Undefined for addresses that do nothing by themselves, such
 * as `ignore@sandbox.test`.
 */
export function personaOfAddress(address: string): PersonaRequest | undefined {
  const [action, persona = 'balanced', variant] = partsOf(address)
  if (action !== 'complete' || !isPersonaId(persona)) return undefined
  return { persona, seed: variant === undefined ? 1 : fnv1a(variant) }
}

/** Whether mail to this address of a sandbox is refused: `bounce@sandbox.test`, with anything after a plus sign. */
export function isRefusedAddress(address: string): boolean {
  return partsOf(address)[0] === 'bounce'
}

function partsOf(address: string): string[] {
  const suffix = `@${sandboxDomain}`
  const lower = address.toLowerCase()
  return lower.endsWith(suffix) ? lower.slice(0, -suffix.length).split('+') : []
}
