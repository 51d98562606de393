import { Refusal } from '../api/refusal.ts'
import type { Profile } from '../api/types.ts'
import { queryClient } from '../app/queries.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { nameOf } from './person-name.ts'
import { heldQuery } from './queries.ts'

/** Saves all that is held on somebody as a file of this browser. */
export async function saveEverything(profile: Profile): Promise<void> {
  try {
    const held = await queryClient.fetchQuery({ ...heldQuery(profile.id), staleTime: 0 })
    saveFile(fileNameOf(profile), [JSON.stringify(held, null, 2)], 'application/json')
    showToast('Everything held is in a file now.')
  } catch (error) {
    showToast(error instanceof Refusal ? error.message : 'The file could not be written. Try again.')
  }
}

/** `noor-okafor-6920318e.json`: letters that every file system takes, and an end that tells two of a name apart. */
export function fileNameOf(
  profile: Pick<Profile, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>,
): string {
  const plain = nameOf(profile)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${plain}-${profile.id.slice(0, 8)}.json`
}
