import type { Invitee } from './invitee.ts'

/** A person as a row of the API. */
export function importRow({ email, phone, firstName, lastName, locale, customId, tags }: Invitee) {
  return {
    ...(email && { email }),
    ...(phone && { phone }),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(locale && { locale }),
    ...(customId && { customId }),
    ...(tags && { tags: [...tags] }),
  }
}
