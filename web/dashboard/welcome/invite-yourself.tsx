import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { noticesQuery, queryClient } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from './words.ts'

/** The member's own address, a name if they like, and one button: creates the profile and sends the email. */
export function InviteYourself({ onInvited }: { onInvited: (profileId: string) => void }) {
  const own = useQuery({ ...noticesQuery, enabled: hasScope('profiles:read') }).data?.email
  const [typed, setTyped] = useState<string>()
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const [isBusy, setBusy] = useState(false)
  const email = (typed ?? own ?? '').trim()
  const body = {
    email,
    ...(firstName.trim() && { firstName: firstName.trim() }),
    ...(lastName.trim() && { lastName: lastName.trim() }),
  }
  const intention = useIdempotencyKey()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    const key = intention.keyFor(body)
    try {
      const { profile } = await call('POST /profile', { body, idempotencyKey: key })
      await call('POST /profile/{profileId}/invite/email', {
        path: { profileId: profile.id },
        idempotencyKey: `${key}-invite`,
      })
      await queryClient.invalidateQueries({ queryKey: ['people'] })
      onInvited(profile.id)
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  const mailProblem = problem?.isEmail
  return (
    <form onSubmit={submit} noValidate className="first-invite">
      <label className="field-label">
        {words.invite.firstName}
        <input
          className="field"
          autoComplete="given-name"
          maxLength={100}
          value={firstName}
          onChange={({ target }) => setFirstName(target.value)}
        />
      </label>
      <label className="field-label">
        {words.invite.lastName}
        <input
          className="field"
          autoComplete="family-name"
          maxLength={100}
          value={lastName}
          onChange={({ target }) => setLastName(target.value)}
        />
      </label>
      <label className="field-label">
        {words.invite.email}
        <input
          className="field"
          type="email"
          autoComplete="email"
          value={typed ?? own ?? ''}
          aria-invalid={mailProblem || undefined}
          aria-describedby={problem && 'first-invite-problem'}
          // An address that arrives later must not appear in the middle of what someone types.
          onFocus={({ target }) => setTyped(target.value)}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <button type="submit" className="button button-main" disabled={isBusy}>
        {words.invite.send}
      </button>
      {problem && (
        <p className="field-problem" role="alert" id="first-invite-problem">
          <Icon name="warning" size={16} />
          {problem.text}
        </p>
      )}
    </form>
  )
}

type Problem = { readonly text: string; readonly isEmail: boolean }

/** The labels on the screen instead of the fields of the API. */
function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return { text: words.invite.notSent, isEmail: false }
  if (error.status === 400 && error.param === 'email') {
    return { text: words.invite.badEmail, isEmail: true }
  }
  if (error.status === 400 && error.param === 'firstName') {
    return { text: words.invite.badFirstName, isEmail: false }
  }
  if (error.status === 400 && error.param === 'lastName') {
    return { text: words.invite.badLastName, isEmail: false }
  }
  return { text: error.message, isEmail: false }
}
