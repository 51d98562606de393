import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Profile } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { LanguageChoice } from '../ui/language-choice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { changedDetails, type Details, detailsOf } from './details.ts'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/** Name, addresses and language. Only changed fields are sent. */
export function EditDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [details, setDetails] = useState(detailsOf(profile))
  const change = changedDetails(profile, details)
  const saving = useMutation({
    mutationFn: () => call('PATCH /profile/{profileId}', { path: { profileId: profile.id }, body: change }),
    async onSuccess() {
      onClose()
      showToast(words.edit.saved)
      await refreshPerson()
    },
  })
  const problem =
    saving.error instanceof ApiError && fields.some(({ name }) => name === paramOf(saving.error))
  return (
    <Dialog title={words.edit.title} onClose={onClose}>
      <DialogForm
        verb={words.edit.save}
        isBusy={saving.isPending}
        isReady={Object.keys(change).length > 0}
        error={problem ? undefined : saving.error}
        onSubmit={() => saving.mutate()}
        onClose={onClose}
      >
        {fields.map(({ name, ...input }) => (
          <div key={name} className="person-field">
            <label className="field-label">
              {words.edit[name]}
              <input
                {...input}
                className="field"
                value={details[name]}
                aria-invalid={paramOf(saving.error) === name}
                aria-describedby={paramOf(saving.error) === name ? `problem-${name}` : undefined}
                onChange={(event) => setDetails({ ...details, [name]: event.target.value })}
              />
            </label>
            {paramOf(saving.error) === name && (
              <Problem id={`problem-${name}`} name={name} error={saving.error} value={details[name]} />
            )}
          </div>
        ))}
        <LanguageChoice
          label={words.edit.language}
          value={details.locale}
          optional={words.edit.usualLanguage}
          onChange={(locale) => setDetails({ ...details, locale })}
        />
        <p className="note">{words.edit.endsLinks}</p>
      </DialogForm>
    </Dialog>
  )
}

/** The problem of a field. For an address that someone else has, with a link to them. */
function Problem({ id, name, error, value }: { id: string; name: TextName; error: unknown; value: string }) {
  const { code, status, message } = error as ApiError
  // The service says it of the name of the field in a request, which is no sentence.
  const isUnreadable = status === 400
  return (
    <span className="field-problem" id={id} role="alert">
      <Icon name="warning" size={16} />
      <span>
        {code === 'address_taken' ? (
          <Sentence
            text={words.edit.taken}
            marks={{
              link: (text) => (
                <Link to="/people" search={{ search: value }}>
                  {text}
                </Link>
              ),
            }}
          />
        ) : isUnreadable ? (
          words.edit.unreadable[isName(name) && value.length <= 100 ? 'invisible' : name]
        ) : (
          message
        )}
      </span>
    </span>
  )
}

/** A name is refused if it is too long, or has a tab, as text that was copied from two cells of a table. */
function isName(name: TextName): boolean {
  return name === 'firstName' || name === 'lastName'
}

function paramOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.param : undefined
}

type TextName = Exclude<keyof Details, 'locale'>

const fields: readonly { name: TextName; type: string; autoComplete: string }[] = [
  { name: 'firstName', type: 'text', autoComplete: 'off' },
  { name: 'lastName', type: 'text', autoComplete: 'off' },
  { name: 'email', type: 'email', autoComplete: 'off' },
  { name: 'phone', type: 'tel', autoComplete: 'off' },
]
