import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Connection } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toasts.tsx'
import { KeyNote } from './key-note.tsx'
import { type Provider, providerIds, providers } from './providers.ts'
import { refreshConnections } from './refresh.ts'

/** Adds a connection, or changes one. A new one then shows its key, once. */
export function ConnectionDialog({ connection, onClose }: { connection?: Connection; onClose: () => void }) {
  const [provider, setProvider] = useState<Provider>(connection?.provider ?? 'greenhouse')
  const [name, setName] = useState(connection?.name ?? '')
  const [remoteKey, setRemoteKey] = useState('')
  const [sharesLabels, setSharesLabels] = useState(connection?.sharesLabels ?? false)
  const [hasRead, setHasRead] = useState(connection?.sharesLabels ?? false)
  const [deleteErases, setDeleteErases] = useState(connection?.deleteErases ?? false)
  const key = useIdempotencyKey()
  const isAts = provider !== 'scim'
  const saving = useMutation({
    async mutationFn() {
      const settings = {
        name: name.trim() || providers[provider].name,
        ...(isAts ? { sharesLabels } : { deleteErases }),
        ...(isAts && remoteKey.trim() !== '' && { remoteKey: remoteKey.trim() }),
      }
      if (connection) {
        const path = { connectionId: connection.id }
        await call('PATCH /connection/{connectionId}', { path, body: settings })
        return undefined
      }
      const body = { provider, ...settings }
      return (await call('POST /connection', { body, idempotencyKey: key.keyFor(body) })).connection
    },
    async onSuccess() {
      key.done()
      if (connection) {
        onClose()
        showToast('Connection saved.')
      }
      await refreshConnections()
    },
  })
  if (saving.data) return <KeyNote title="Connection added" connection={saving.data} onClose={onClose} />
  return (
    <Dialog title={connection ? 'Edit connection' : 'Add connection'} onClose={onClose}>
      <DialogForm
        verb={connection ? 'Save connection' : 'Add connection'}
        isBusy={saving.isPending}
        isReady={!sharesLabels || hasRead || !isAts}
        error={saving.error}
        onSubmit={() => saving.mutate()}
        onClose={onClose}
      >
        {!connection && (
          <fieldset>
            <legend className="field-label">System</legend>
            {providerIds.map((id) => (
              <label key={id} className="setting-check">
                <input
                  type="radio"
                  name="provider"
                  checked={provider === id}
                  onChange={() => setProvider(id)}
                />
                <span>
                  {providers[id].name}
                  <span className="note connection-block">{providers[id].text}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <label className="field-label">
          Name
          <input
            className="field"
            maxLength={100}
            placeholder={providers[provider].name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        {isAts && (
          <>
            <label className="field-label">
              Your key at {providers[provider].name}
              <input
                className="field"
                autoComplete="off"
                spellCheck={false}
                value={remoteKey}
                placeholder={connection?.hasRemoteKey ? 'Stored. Enter another one to replace it.' : ''}
                aria-describedby="connection-remote"
                onChange={(event) => setRemoteKey(event.target.value)}
              />
              <span id="connection-remote" className="note">
                {provider === 'ashby'
                  ? 'An Ashby API key with the permission candidatesWrite. Timbre reports progress with it.'
                  : 'Usually empty: Timbre then reports with the key of this connection.'}
              </span>
            </label>
            <label className="setting-check">
              <input type="checkbox" checked={sharesLabels} onChange={() => setSharesLabels(!sharesLabels)} />
              <span>
                Send labels with a completion
                <span className="note connection-block">
                  The DISC style and five trait levels as words, such as “high”. Never a number. Otherwise
                  only “Completed” and a link that asks for sign-in.
                </span>
              </span>
            </label>
            {sharesLabels && (
              <label className="setting-check">
                <input type="checkbox" checked={hasRead} onChange={() => setHasRead(!hasRead)} />
                <span>
                  I have read what these results can’t decide
                  <span className="note connection-block">
                    Timbre’s results describe preferences. They don’t measure ability or predict performance,
                    and nobody should be rejected because of them alone: see{' '}
                    <a href="/technical" target="_blank" rel="noreferrer">
                      the technical page
                    </a>
                    .
                  </span>
                </span>
              </label>
            )}
          </>
        )}
        {!isAts && (
          <label className="setting-check">
            <input type="checkbox" checked={deleteErases} onChange={() => setDeleteErases(!deleteErases)} />
            <span>
              Erase people that the directory deletes
              <span className="note connection-block">
                With all answers and results, for good. Otherwise they’re deactivated: directories also delete
                by mistake.
              </span>
            </span>
          </label>
        )}
      </DialogForm>
    </Dialog>
  )
}
