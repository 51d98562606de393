import './settings.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { senderQuery } from '../client/sender.ts'
import type { Sender } from '../client/types.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { SenderRecord } from './sender-record.tsx'

/** The address that emails of the account come from, and what its domain has to say about it. */
export function SenderPage() {
  usePageTitle('Sender')
  const { maySet } = useRights()
  const { data: sender, error, refetch } = useQuery(senderQuery)
  return (
    <>
      <p className="second sender-back">
        <Link to="/settings">Settings</Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Sender
        </h1>
      </header>
      <p className="page-lede">
        Invites and reminders can come from an address of your own domain. Sign-in codes and notices always
        come from the service.{!maySet && ' Only owners of the account change it.'}
      </p>
      {error && !sender && <FailureNote error={error} retry={() => void refetch()} />}
      {!sender && !error && <Skeleton width="100%" height={320} />}
      {sender && (
        <>
          <section className="setting">
            <h2 className="section">Address</h2>
            <div className="setting-fields">
              <State sender={sender} />
              {maySet && <AddressForm key={sender.address} sender={sender} />}
            </div>
          </section>
          {sender.records.length > 0 && <Records sender={sender} maySet={maySet} />}
        </>
      )}
      {(sender || error) && <ApiCall route="GET /account/sender" request={{}} />}
    </>
  )
}

function State({ sender: { state, address, serviceDomain, activeSince, lostAt } }: { sender: Sender }) {
  if (state === 'none') return <p>Emails come from {serviceDomain}, with your sender name.</p>
  return (
    <p className="sender-state" data-state={state} role="status">
      <Icon name={state === 'active' ? 'check' : 'warning'} size={16} />
      <span>
        {state === 'active' && activeSince && (
          <>
            Emails come from <bdi>{address}</bdi> since <When at={activeSince} style="moment" />.
          </>
        )}
        {state === 'pending' && (
          <>
            <bdi>{address}</bdi> is not used yet: a required record below is missing. Until then, emails come
            from {serviceDomain}.
          </>
        )}
        {state === 'lost' && (
          <>
            <bdi>{address}</bdi> is no longer used
            {lostAt && (
              <>
                {' '}
                since <When at={lostAt} style="moment" />
              </>
            )}
            : a required record below is gone. Emails come from {serviceDomain} until it’s back.
          </>
        )}
      </span>
    </p>
  )
}

function AddressForm({ sender }: { sender: Sender }) {
  const [address, setAddress] = useState(sender.address ?? '')
  const saving = useMutation({
    mutationFn: () => call('PUT /account/sender', { body: { address } }),
    onSuccess({ sender: saved }) {
      queryClient.setQueryData(senderQuery.queryKey, saved)
      showToast('Address saved.')
    },
  })
  const removal = useMutation({
    mutationFn: () => call('DELETE /account/sender', {}),
    async onSuccess() {
      showToast(`Emails come from ${sender.serviceDomain} again.`)
      await queryClient.invalidateQueries(senderQuery)
    },
  })
  const refusal =
    saving.error instanceof ApiError && saving.error.param === 'address' ? saving.error : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form className="setting-fields" onSubmit={save} noValidate>
      <label className="field-label">
        Email address
        <input
          className="field"
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={address}
          aria-invalid={refusal ? true : undefined}
          aria-describedby="sender-note"
          onChange={(event) => setAddress(event.target.value)}
        />
        <span id="sender-note" aria-live="polite" className={refusal ? 'field-problem' : 'note'}>
          {refusal ? problemOf(refusal) : 'Such as people@example.com, at a domain whose DNS you can change.'}
        </span>
      </label>
      {saving.error && !refusal && <FailureNote error={saving.error} />}
      {removal.error && <FailureNote error={removal.error} />}
      <div className="page-actions">
        <button type="submit" className="button button-main" aria-disabled={saving.isPending}>
          Save address
        </button>
        {sender.address && (
          <button
            type="button"
            className="button"
            aria-disabled={removal.isPending}
            onClick={() => !removal.isPending && removal.mutate()}
          >
            Remove address
          </button>
        )}
      </div>
    </form>
  )
}

/** The service names the field of the request, which is not on the page. */
function problemOf({ code, message }: ApiError): string {
  return code === 'sender_domain_refused'
    ? message
    : 'Enter a full email address, such as people@example.com.'
}

function Records({ sender, maySet }: { sender: Sender; maySet: boolean }) {
  const checking = useMutation({
    mutationFn: () => call('POST /account/sender/check', {}),
    onSuccess: ({ sender: checked }) => queryClient.setQueryData(senderQuery.queryKey, checked),
  })
  return (
    <section className="setting">
      <h2 className="section">DNS records</h2>
      <div className="sender-records">
        <p>
          Add these at your domain’s DNS provider, each as a TXT record. It can take hours until they’re seen
          everywhere. Timbre checks every hour.
        </p>
        <ul className="rule">
          {sender.records.map((one) => (
            <SenderRecord key={one.record} record={one} />
          ))}
        </ul>
        {checking.error && <FailureNote error={checking.error} />}
        <div className="page-actions">
          {maySet && (
            <button
              type="button"
              className="button"
              aria-disabled={checking.isPending}
              onClick={() => !checking.isPending && checking.mutate()}
            >
              {checking.isPending ? 'Checking' : 'Check again'}
            </button>
          )}
          <span className="note" aria-live="polite">
            {sender.checkedAt ? (
              <>
                Checked <When at={sender.checkedAt} style="moment" />
              </>
            ) : (
              'Not checked yet'
            )}
          </span>
        </div>
      </div>
    </section>
  )
}
