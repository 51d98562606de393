import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { Icon } from '../ui/icon.tsx'

/** One field and one button: creates the profile and sends the email. */
export function InviteYourself({ onInvited }: { onInvited: (profileId: string) => void }) {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef({ email: '', key: '' })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    // A retry with the same address keeps the idempotency key, another address gets a new one.
    if (key.current.email !== email) key.current = { email, key: crypto.randomUUID() }
    try {
      const { profile } = await call('POST /profile', {
        body: { email: email.trim() },
        idempotencyKey: key.current.key,
      })
      await call('POST /profile/{profileId}/invite/email', { path: { profileId: profile.id } })
      await queryClient.invalidateQueries({ queryKey: ['people'] })
      onInvited(profile.id)
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Try again.')
    }
    setBusy(false)
  }
  return (
    <form onSubmit={submit} noValidate className="first-invite">
      <label className="field-label">
        Your email address
        <input
          className="field"
          type="email"
          autoComplete="email"
          value={email}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
      </label>
      <button type="submit" className="button button-main" disabled={isBusy}>
        Send the invite
      </button>
      {problem && (
        <p className="field-problem" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </form>
  )
}
