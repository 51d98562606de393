import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { shortPersonName } from '../words/person-name.ts'
import { refreshPerson } from './queries.ts'

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
      showToast('The retake is open. Nothing was sent: send a link when it is time.')
      await refreshPerson()
    },
  })
  return (
    <Dialog title="Request a retake" onClose={onClose}>
      <DialogForm
        verb="Open the retake"
        isBusy={retake.isPending}
        isReady={chosen.length > 0}
        error={retake.error}
        onSubmit={() => retake.mutate()}
        onClose={onClose}
      >
        <fieldset className="person-choices">
          <legend>Assessments to retake</legend>
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
        <p>
          This sends nothing. What {shortPersonName(profile)} answered before stays among the attempts, and
          the present results show until the new ones are there. It cannot be taken back; an attempt that
          nobody answers changes nothing.
        </p>
      </DialogForm>
    </Dialog>
  )
}
