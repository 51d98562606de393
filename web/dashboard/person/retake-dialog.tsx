import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { shortPersonName } from '../words/person-name.ts'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** Opens another attempt, and sends the link to it unless the user wants to do that later. */
export function RetakeDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [chosen, setChosen] = useState(profile.completedAssessments)
  const channel = profile.email ? 'email' : profile.phone ? 'sms' : undefined
  const address = profile.email ?? profile.phone ?? ''
  const [isSending, setSending] = useState(channel !== undefined)
  const intention = useIdempotencyKey()
  const sending = channel !== undefined && isSending
  const retake = useMutation({
    mutationFn: () => {
      const body = { assessmentIds: chosen }
      const path = { profileId: profile.id }
      return call('POST /profile/{profileId}/retake', { path, body, idempotencyKey: intention.keyFor(body) })
    },
    async onSuccess() {
      intention.done()
      onClose()
      showToast(sending ? await inviteTo(profile.id, channel, address) : words.retake.done)
      await refreshPerson()
    },
  })
  return (
    <Dialog title={words.retake.title} onClose={onClose}>
      <DialogForm
        verb={sending ? words.retake.verbSend : words.retake.verb}
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
        {channel && (
          <label className="setting-check">
            <input
              type="checkbox"
              checked={isSending}
              onChange={(event) => setSending(event.target.checked)}
            />
            {fill(words.retake.send, { address })}
          </label>
        )}
        <p>{fill(words.retake.text, { name: shortPersonName(profile) })}</p>
      </DialogForm>
    </Dialog>
  )
}

/** Sends the link to a retake that is open already. Returns what to say of it: a failure leaves the retake open. */
async function inviteTo(profileId: string, channel: 'email' | 'sms', address: string): Promise<string> {
  try {
    await call(`POST /profile/{profileId}/invite/${channel}`, { path: { profileId } })
    return fill(words.retake.doneSent, { address })
  } catch (error) {
    return joinSentences([words.retake.notSent, errorMessage(error)])
  }
}
