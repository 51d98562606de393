import './settings.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import { senderQuery } from '../client/sender.ts'
import type { Sender } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { isRefusedAsTooOld, RecentSignIn } from '../ui/recent-sign-in.tsx'
import { SettingsLink } from '../ui/settings-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { SenderRecord } from './sender-record.tsx'
import { words as ofSettings } from './words.ts'

const words = ofSettings.sender

/** The address that emails of the account come from, and what its domain has to say about it. */
export function SenderPage() {
  usePageTitle(words.title)
  const { maySet } = useRights()
  const { data: sender, error, refetch } = useQuery(senderQuery)
  return (
    <>
      <SettingsLink />
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      <p className="page-lede">{joinSentences(maySet ? [words.lede] : [words.lede, words.onlyOwners])}</p>
      {error && !sender && <FailureNote error={error} retry={() => void refetch()} />}
      {!sender && !error && <Skeleton width="100%" height={320} />}
      {sender && (
        <>
          <section className="setting">
            <h2 className="section">{words.address.title}</h2>
            <div className="setting-fields">
              <State sender={sender} />
              {maySet && <AddressForm sender={sender} />}
            </div>
          </section>
          {sender.records.length > 0 && <Records sender={sender} maySet={maySet} />}
        </>
      )}
      {(sender || error) && <ApiCall route="GET /account/sender" request={{}} />}
    </>
  )
}

function State({ sender }: { sender: Sender }) {
  const { state, address, serviceDomain: domain } = sender
  if (state === 'none') return <p>{fill(words.state.none, { domain })}</p>
  const since = state === 'active' ? sender.activeSince : sender.lostAt
  return (
    <p className="sender-state" data-state={state} role="status">
      <Icon name={state === 'active' ? 'check' : 'warning'} size={16} />
      <span>
        <Sentence
          text={words.state[state === 'lost' && since ? 'lostSince' : state]}
          slots={{
            address: <bdi>{address}</bdi>,
            domain,
            when: since && <When at={since} style="moment" />,
          }}
        />
      </span>
    </p>
  )
}

function AddressForm({ sender }: { sender: Sender }) {
  // Until something is typed, the address that is stored, also if another owner has changed it meanwhile.
  const [typed, setTyped] = useState<string>()
  const address = typed ?? sender.address ?? ''
  const saving = useMutation({
    mutationFn: () => call('PUT /account/sender', { body: { address } }),
    onSuccess({ sender: saved }) {
      queryClient.setQueryData(senderQuery.queryKey, saved)
      setTyped(undefined)
      showToast(words.address.saved)
    },
  })
  const removal = useMutation({
    mutationFn: () => call('DELETE /account/sender', {}),
    async onSuccess() {
      showToast(fill(words.address.removed, { domain: sender.serviceDomain }))
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
        {words.address.label}
        <input
          className="field"
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={address}
          aria-invalid={refusal ? true : undefined}
          aria-describedby="sender-note"
          onChange={(event) => setTyped(event.target.value)}
        />
        <span id="sender-note" aria-live="polite" className={refusal ? 'field-problem' : 'note'}>
          {refusal ? problemOf(refusal) : words.address.hint}
        </span>
      </label>
      {saving.error && !refusal && !isRefusedAsTooOld(saving.error) && <FailureNote error={saving.error} />}
      {(address !== (sender.address ?? '') || isRefusedAsTooOld(saving.error)) && (
        <RecentSignIn error={saving.error} onAgain={() => saving.mutate()} />
      )}
      {removal.error && <FailureNote error={removal.error} />}
      <div className="page-actions">
        <button type="submit" className="button button-main" aria-disabled={saving.isPending}>
          {words.address.save}
        </button>
        {sender.address && (
          <button
            type="button"
            className="button"
            aria-disabled={removal.isPending}
            onClick={() => !removal.isPending && removal.mutate()}
          >
            {words.address.remove}
          </button>
        )}
      </div>
    </form>
  )
}

/** The service names the field of the request, which is not on the page. */
function problemOf({ code, message }: ApiError): string {
  return code === 'sender_domain_refused' ? message : words.address.problem
}

function Records({ sender, maySet }: { sender: Sender; maySet: boolean }) {
  const checking = useMutation({
    mutationFn: () => call('POST /account/sender/check', {}),
    onSuccess: ({ sender: checked }) => queryClient.setQueryData(senderQuery.queryKey, checked),
  })
  return (
    <section className="setting">
      <h2 className="section">{words.records.title}</h2>
      <div className="sender-records">
        <p>{words.records.text}</p>
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
              {checking.isPending ? words.records.checking : words.records.check}
            </button>
          )}
          <span className="note" aria-live="polite">
            {sender.checkedAt ? (
              <Sentence
                text={words.records.checked}
                slots={{ when: <When at={sender.checkedAt} style="moment" /> }}
              />
            ) : (
              words.records.unchecked
            )}
          </span>
        </div>
      </div>
    </section>
  )
}
