import { errorMessage } from '../client/api-error.ts'
import { queryClient } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { personFileName } from '../words/person-name.ts'
import { heldQuery } from './queries.ts'

/** Downloads all data about a person. */
export async function exportPerson(profile: Profile): Promise<void> {
  try {
    const data = await queryClient.fetchQuery({ ...heldQuery(profile.id), staleTime: 0 })
    saveFile(personFileName(profile), [JSON.stringify(data, null, 2)], 'application/json')
    showToast('Everything held is in a file now.')
  } catch (error) {
    showToast(errorMessage(error, 'The file could not be written. Try again.'))
  }
}
