import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { TypeNameDialog } from '../ui/type-name-dialog.tsx'
import { personName } from '../words/person-name.ts'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** Asks for the name, because deleted profiles can't be restored. */
export function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const router = useRouter()
  const name = personName(profile)
  const deletion = useMutation({
    mutationFn: () => call('DELETE /profile/{profileId}', { path: { profileId: profile.id } }),
    async onSuccess() {
      onClose()
      await router.navigate({ to: '/people' })
      queryClient.removeQueries({ queryKey: keys.profile(profile.id) })
      showToast(fill(words.delete.done, { name }))
      await refreshPerson()
    },
  })
  return (
    <TypeNameDialog
      title={words.delete.title}
      verb={words.delete.verb}
      name={name}
      isBusy={deletion.isPending}
      error={deletion.error}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>{words.delete.text}</p>
    </TypeNameDialog>
  )
}
