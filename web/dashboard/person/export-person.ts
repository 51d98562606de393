import { errorMessage } from '../api/api-error.ts'
import type { Profile } from '../api/types.ts'
import { queryClient } from '../app/queries.ts'
import { personFileName } from '../ui/person-name.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { heldQuery } from './queries.ts'

/** Saves all that is held on somebody as a file of this browser. */
export async function exportPerson(profile: Profile): Promise<void> {
  try {
    const held = await queryClient.fetchQuery({ ...heldQuery(profile.id), staleTime: 0 })
    saveFile(personFileName(profile), [JSON.stringify(held, null, 2)], 'application/json')
    showToast('Everything held is in a file now.')
  } catch (error) {
    showToast(errorMessage(error, 'The file could not be written. Try again.'))
  }
}
