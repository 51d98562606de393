import { errorMessage } from '../client/api-error.ts'
import { queryClient } from '../client/queries.ts'
import type { Profile } from '../client/types.ts'
import { saveFile } from '../ui/save-file.ts'
import { showToast } from '../ui/toasts.tsx'
import { personFileName } from '../words/person-name.ts'
import { heldQuery } from './queries.ts'
import { words } from './words.ts'

/** Downloads all data about a person. */
export async function exportPerson(profile: Profile): Promise<void> {
  try {
    const data = await queryClient.fetchQuery({ ...heldQuery(profile.id), staleTime: 0 })
    saveFile(personFileName(profile), [JSON.stringify(data, null, 2)], 'application/json')
    showToast(words.export.done)
  } catch (error) {
    showToast(errorMessage(error, words.export.failed))
  }
}
