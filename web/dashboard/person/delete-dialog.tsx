import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { isTypedName, personName } from '../words/person-name.ts'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** Asks for the name, because deleted profiles can't be restored. */
export function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [typed, setTyped] = useState('')
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
    <Dialog title={words.delete.title} onClose={onClose}>
      <DialogForm
        verb={words.delete.verb}
        isBusy={deletion.isPending}
        isReady={isTypedName(typed, name)}
        error={deletion.error}
        onSubmit={() => deletion.mutate()}
        onClose={onClose}
      >
        <p>{words.delete.text}</p>
        <label className="field-label">
          <span>
            <Sentence
              text={words.delete.type}
              slots={{ name: <strong className="person-typed">{name}</strong> }}
            />
          </span>
          <input
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}
