import { type Failure, invalid } from '../../contract/failure.ts'
import type { InstallationConfig } from '../../contract/operation.ts'
import { findPhoneNumberRefusal } from '../message/phone-number.ts'
import type { Profile } from '../profile/model.ts'
import type { InviteAddress } from './limits.ts'

/** Where a link for this profile goes by this way, or undefined when the profile has no such address. */
export function addressForChannel(
  profile: Profile,
  channel: InviteAddress['channel'],
): InviteAddress | undefined {
  const to = channel === 'email' ? profile.email : profile.phone
  return to ? { channel, to } : undefined
}

export function missingAddress(channel: InviteAddress['channel']): Failure {
  if (channel === 'email') {
    return invalid('The profile has no email address. Add one with PATCH /profile/{profileId} first.', {
      code: 'profile_without_email',
    })
  }
  return invalid('The profile has no phone number. Add one with PATCH /profile/{profileId} first.', {
    code: 'profile_without_phone',
  })
}

/** Refuses to send text messages where the installation has no way for them. */
export function refuseUnconfiguredSms(
  channel: InviteAddress['channel'],
  { smsCountries }: InstallationConfig,
): void {
  if (channel !== 'sms' || smsCountries !== 'none') return
  throw invalid(
    'This service cannot send text messages: no way to send them is configured. Invite by email.',
    {
      code: 'sms_not_configured',
    },
  )
}

/** Why nothing can be sent to this address, whatever the limits; undefined when something can. */
export async function findAddressFailure(
  { channel, to }: InviteAddress,
  { smsCountries }: InstallationConfig,
): Promise<Failure | undefined> {
  if (channel === 'email' || smsCountries === 'none') return undefined
  const refusal = await findPhoneNumberRefusal(to, smsCountries)
  if (!refusal) return undefined
  const { code, message } = numberRefusals[refusal]
  return invalid(message, { code })
}

const numberRefusals = {
  country: {
    code: 'country_not_allowed',
    message: 'This service sends no text messages to the country of this number. Invite by email.',
  },
  kind: {
    code: 'number_not_allowed',
    message:
      'Text messages go to ordinary numbers only, not to premium, shared-cost, personal or satellite ones.',
  },
  invalid: {
    code: 'number_invalid',
    message: 'The phone number is not in use in its country. Correct it with PATCH /profile/{profileId}.',
  },
} as const
