import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { ResourceAlias } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { showToast } from '../ui/toasts.tsx'
import { aliasesQuery, refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** External IDs: one per line, and a field to add one. Removing can be undone. */
export function AliasList({ aliases, profileId }: { aliases: readonly ResourceAlias[]; profileId: string }) {
  const { maySet: canWrite } = useRights()
  const removing = useMutation({
    mutationFn: (alias: ResourceAlias) =>
      call('DELETE /resource-alias/{resourceAliasId}', { path: { resourceAliasId: alias.id } }),
    // Removed from the list immediately; reverted if the service refuses.
    onMutate: (alias) =>
      queryClient.setQueryData(aliasesQuery(profileId).queryKey, (all) =>
        all?.filter(({ id }) => id !== alias.id),
      ),
    onSuccess(_nothing, { consumerKey }) {
      showToast(fill(words.keys.removed, { key: consumerKey }), {
        undo: () => addAgain(profileId, consumerKey),
      })
    },
    onSettled: refreshPerson,
  })
  return (
    <>
      {aliases.length === 0 && <p className="second muted">{words.keys.none}</p>}
      <ul className="person-aliases">
        {aliases.map((alias) => (
          <li key={alias.id}>
            <code>{alias.consumerKey}</code>
            <CopyButton text={alias.consumerKey} label={words.keys.copy} />
            {canWrite && (
              <button type="button" className="button button-small" onClick={() => removing.mutate(alias)}>
                <Sentence text={words.keys.remove} slots={{ key: alias.consumerKey }} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {removing.error && <FailureNote error={removing.error} />}
      {canWrite && <NewAlias profileId={profileId} />}
    </>
  )
}

function NewAlias({ profileId }: { profileId: string }) {
  const [key, setKey] = useState('')
  const intention = useIdempotencyKey()
  const adding = useMutation({
    mutationFn: () => add(profileId, key, intention.keyFor(key)),
    onSuccess() {
      intention.done()
      setKey('')
      return refreshPerson()
    },
  })
  return (
    <form
      className="person-new-key"
      onSubmit={(event) => {
        event.preventDefault()
        if (key !== '' && !adding.isPending) adding.mutate()
      }}
    >
      <label className="field-label">
        {words.keys.another}
        <input
          className="field"
          maxLength={255}
          autoComplete="off"
          placeholder="crm-4711"
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      </label>
      <button type="submit" className="button" aria-disabled={key === '' || adding.isPending}>
        {words.keys.add}
      </button>
      {adding.error && <FailureNote error={adding.error} />}
    </form>
  )
}

function add(profileId: string, consumerKey: string, idempotencyKey?: string) {
  const body = { resourceType: 'profile', resourceId: profileId, consumerKey } as const
  return call('POST /resource-alias', { body, ...(idempotencyKey ? { idempotencyKey } : {}) })
}

async function addAgain(profileId: string, consumerKey: string): Promise<void> {
  try {
    await add(profileId, consumerKey)
    showToast(words.keys.undone)
  } catch {
    showToast(fill(words.keys.notRestored, { key: consumerKey }))
  }
  await refreshPerson()
}
