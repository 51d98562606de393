import { Failure } from '../../contract/failure.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import { findPhoneNumberRefusal } from '../message/phone-number.ts'
import type { Profile } from '../profile/model.ts'
import type { InviteAddress } from './limits.ts'

/** The profile's address for this channel, or undefined if it has none. */
export function addressForChannel(
  profile: Profile,
  channel: InviteAddress['channel'],
): InviteAddress | undefined {
  const to = channel === 'email' ? profile.email : profile.phone
  return to ? { channel, to } : undefined
}

export function missingAddress(channel: InviteAddress['channel']): Failure {
  if (channel === 'email') {
    return new Failure('profile_without_email')
  }
  return new Failure('profile_without_phone')
}

/** Refuses text messages if the installation has no SMS provider. */
export function refuseUnconfiguredSms(
  channel: InviteAddress['channel'],
  { smsCountries }: InstallationConfig,
): void {
  if (channel !== 'sms' || smsCountries !== 'none') return
  throw new Failure('sms_not_configured')
}

/**
 * Where a new link goes that someone with an old one asks for: through the same channel, or the other one if that can
 * carry nothing. Undefined if neither can.
 */
export async function findNewLinkAddress(
  profile: Profile,
  channel: InviteAddress['channel'] | 'link',
  installation: InstallationConfig,
): Promise<InviteAddress | undefined> {
  for (const way of channel === 'sms' ? (['sms', 'email'] as const) : (['email', 'sms'] as const)) {
    const address = addressForChannel(profile, way)
    const isOff = way === 'sms' && installation.smsCountries === 'none'
    if (address && !isOff && !(await findAddressFailure(address, installation))) return address
  }
  return undefined
}

/** Why nothing can ever be sent to this address, regardless of limits; undefined if it can receive messages. */
export async function findAddressFailure(
  { channel, to }: InviteAddress,
  { smsCountries }: InstallationConfig,
): Promise<Failure | undefined> {
  if (channel === 'email' || smsCountries === 'none') return undefined
  const refusal = await findPhoneNumberRefusal(to, smsCountries)
  if (!refusal) return undefined
  return new Failure(numberRefusalCodes[refusal])
}

const numberRefusalCodes = {
  country: 'country_not_allowed',
  kind: 'number_not_allowed',
  invalid: 'number_invalid',
} as const
