import { useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import type { Profile } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { personName } from '../words/person-name.ts'
import { useSending } from './use-sending.ts'
import { words } from './words.ts'

/**
 * Asks before a link is sent, because a message can't be taken back. `confirm`: to an address at which someone said that
 * they are not this person. What was asked first becomes this question if only the answer says so.
 */
export function ConfirmSend({
  profile,
  channel,
  question,
  onClose,
}: {
  profile: Profile
  channel: 'email' | 'sms'
  question: 'confirm' | 'askEmail' | 'askSms'
  onClose: () => void
}) {
  const sending = useSending(profile)
  const address = (channel === 'email' ? profile.email : profile.phone) ?? ''
  const [isReported, setReported] = useState(question === 'confirm')
  const { title, text } = words.send[isReported ? 'confirm' : question]
  const request = { channel, ...(isReported && ({ tryAgain: true } as const)) }
  return (
    <Dialog title={title} width={420} onClose={onClose}>
      <DialogForm
        verb={words.send[question].verb}
        isBusy={sending.isPending}
        error={saysWrongPerson(sending.error) ? undefined : sending.error}
        onSubmit={() =>
          sending.mutate(request, {
            onSuccess: onClose,
            onError: (error) => setReported(isReported || saysWrongPerson(error)),
          })
        }
        onClose={onClose}
      >
        <p>
          <Sentence
            text={text}
            slots={{
              address: <bdi className="person-address">{address}</bdi>,
              name: <bdi>{personName(profile)}</bdi>,
            }}
          />
        </p>
      </DialogForm>
    </Dialog>
  )
}

function saysWrongPerson(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'recipient_wrong_person'
}
