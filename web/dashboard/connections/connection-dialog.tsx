import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import type { Connection } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { isRefusedAsTooOld, RecentSignIn } from '../ui/recent-sign-in.tsx'
import { showToast } from '../ui/toasts.tsx'
import { KeyNote } from './key-note.tsx'
import { type Provider, providerIds, providers } from './providers.ts'
import { refreshConnections } from './refresh.ts'
import { words } from './words.ts'

/** Adds a connection, or changes one. A new one then shows its key, once. */
export function ConnectionDialog({
  connection,
  system = 'greenhouse',
  onClose,
}: {
  connection?: Connection
  /** Selected at first for a new one. */
  system?: Provider
  onClose: () => void
}) {
  const [provider, setProvider] = useState<Provider>(connection?.provider ?? system)
  const [name, setName] = useState(connection?.name ?? '')
  const [remoteKey, setRemoteKey] = useState('')
  const [sharesLabels, setSharesLabels] = useState(connection?.sharesLabels ?? false)
  const [hasRead, setHasRead] = useState(connection?.sharesLabels ?? false)
  const [deleteErases, setDeleteErases] = useState(connection?.deleteErases ?? false)
  const key = useIdempotencyKey()
  const { title, verb } = connection ? words.editing : words.adding
  const { settings: texts } = words
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
        showToast(words.editing.done)
      }
      await refreshConnections()
    },
  })
  if (saving.data) return <KeyNote title={words.adding.done} connection={saving.data} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        verb={verb}
        isBusy={saving.isPending}
        isReady={!sharesLabels || hasRead || !isAts}
        error={isRefusedAsTooOld(saving.error) ? undefined : saving.error}
        onSubmit={() => saving.mutate()}
        onClose={onClose}
      >
        {(!connection || isRefusedAsTooOld(saving.error)) && (
          <RecentSignIn error={saving.error} onAgain={() => saving.mutate()} />
        )}
        {!connection && (
          <fieldset>
            <legend className="field-label">{texts.system}</legend>
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
          {texts.name}
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
              {fill(texts.remoteKey, { system: providers[provider].name })}
              <input
                className="field"
                autoComplete="off"
                spellCheck={false}
                value={remoteKey}
                placeholder={connection?.hasRemoteKey ? texts.remoteKeyStored : ''}
                aria-describedby="connection-remote"
                onChange={(event) => setRemoteKey(event.target.value)}
              />
              <span id="connection-remote" className="note">
                {provider === 'ashby' ? texts.remoteKeyAshby : texts.remoteKeyUsual}
              </span>
            </label>
            <label className="setting-check">
              <input type="checkbox" checked={sharesLabels} onChange={() => setSharesLabels(!sharesLabels)} />
              <span>
                {texts.labels}
                <span className="note connection-block">{texts.labelsText}</span>
              </span>
            </label>
            {sharesLabels && (
              <label className="setting-check">
                <input type="checkbox" checked={hasRead} onChange={() => setHasRead(!hasRead)} />
                <span>
                  {texts.hasRead}
                  <span className="note connection-block">
                    <Sentence
                      text={texts.hasReadText}
                      marks={{
                        link: (inner) => (
                          <a href="/technical" target="_blank" rel="noreferrer">
                            {inner}
                          </a>
                        ),
                      }}
                    />
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
              {texts.erases}
              <span className="note connection-block">{texts.erasesText}</span>
            </span>
          </label>
        )}
      </DialogForm>
    </Dialog>
  )
}
