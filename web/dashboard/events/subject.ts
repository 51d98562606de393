import type { Event } from '../client/types.ts'

/** The person whom an event is about. */
export function profileOf({ data: { profileId } }: Event): string | undefined {
  return typeof profileId === 'string' ? profileId : undefined
}
