import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { shortPersonName } from '../words/person-name.ts'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** Opens another attempt. The dialog says that nothing is sent, because people expect an email. */
export function RetakeDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [chosen, setChosen] = useState(profile.completedAssessments)
  const intention = useIdempotencyKey()
  const retake = useMutation({
    mutationFn: () => {
      const body = { assessmentIds: chosen }
      const path = { profileId: profile.id }
      return call('POST /profile/{profileId}/retake', { path, body, idempotencyKey: intention.keyFor(body) })
    },
    async onSuccess() {
      intention.done()
      onClose()
      showToast(words.retake.done)
      await refreshPerson()
    },
  })
  return (
    <Dialog title={words.retake.title} onClose={onClose}>
      <DialogForm
        verb={words.retake.verb}
        isBusy={retake.isPending}
        isReady={chosen.length > 0}
        error={retake.error}
        onSubmit={() => retake.mutate()}
        onClose={onClose}
      >
        <fieldset className="person-choices">
          <legend>{words.retake.which}</legend>
          {profile.completedAssessments.map((id) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                }
              />
              {assessmentNames[id]}
            </label>
          ))}
        </fieldset>
        <p>{fill(words.retake.text, { name: shortPersonName(profile) })}</p>
      </DialogForm>
    </Dialog>
  )
}
