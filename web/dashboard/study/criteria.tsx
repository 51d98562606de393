import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { criterionColumns } from './criterion-columns.ts'

type Study = NonNullable<CallAnswer<'GET /study'>['study']>
type Upload = CallAnswer<'POST /study/criteria'>['upload']

/** What the account uploaded about its people, for a study that is open. */
export function StudyCriteria({ study }: { study: Study }) {
  const [file, setFile] = useState<{ csv: string; columns: readonly string[] }>()
  const [problem, setProblem] = useState<string>()
  const chooser = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const csv = chosen.size > 900_000 ? undefined : await chosen.text()
    const columns = csv === undefined ? [] : criterionColumns(csv)
    const fault =
      csv === undefined
        ? 'The file is too large: at most 900 kB.'
        : columns.length === 0
          ? 'The file needs a first column externalId, email or profileId, and one to three more.'
          : undefined
    setProblem(fault)
    if (csv !== undefined && !fault) setFile({ csv, columns })
    if (chooser.current) chooser.current.value = ''
  }
  return (
    <section className="setting">
      <h2 className="section">Criteria</h2>
      <div className="study-state">
        <p>
          Compare scores with what you know about people, such as rated performance: a CSV file with
          externalId, email or profileId, and up to three columns of numbers.
        </p>
        {study.criteria.length > 0 && (
          <dl className="study-criteria">
            {study.criteria.map(({ name, meaning, uploadedAt }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {meaning}.{' '}
                  <span className="note">
                    Uploaded <When at={uploadedAt} style="date" />
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="note">
          Values are kept only of people who take part and allow it, and only in five steps. No one can see of
          whom, so upload the same file again before a release, for people who have joined since. A criterion
          never decides about a person, and isn’t a basis for hiring decisions.
        </p>
        {hasScope('account:write') && (
          <div className="study-downloads">
            <label className="button">
              Choose a CSV file
              <input
                ref={chooser}
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                className="out-of-sight"
                onChange={(event) => void choose(event.target.files?.[0])}
              />
            </label>
            {study.criteria.length > 0 && <RemoveButton />}
          </div>
        )}
        {problem && (
          <p className="field-problem" role="alert">
            <Icon name="warning" size={16} />
            {problem}
          </p>
        )}
      </div>
      {file && <UploadDialog study={study} file={file} onClose={() => setFile(undefined)} />}
    </section>
  )
}

function UploadDialog({
  study,
  file: { csv, columns },
  onClose,
}: {
  study: Study
  file: { csv: string; columns: readonly string[] }
  onClose: () => void
}) {
  const [meanings, setMeanings] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(study.criteria.map(({ name, meaning }) => [name, meaning])),
  )
  const key = useIdempotencyKey()
  const body = { csv, criteria: columns.map((name) => ({ name, meaning: meanings[name]?.trim() ?? '' })) }
  const send = useMutation({
    mutationFn: () => call('POST /study/criteria', { body, idempotencyKey: key.keyFor(body) }),
    onSuccess: ({ upload }) => {
      void queryClient.invalidateQueries({ queryKey: ['study'] })
      showToast(summaryOf(upload))
      onClose()
    },
  })
  return (
    <Dialog title="Upload criteria" onClose={onClose}>
      <DialogForm
        verb="Upload criteria"
        isBusy={send.isPending}
        isReady={body.criteria.every(({ meaning }) => meaning !== '')}
        error={send.error}
        onSubmit={() => send.mutate()}
        onClose={onClose}
      >
        <p>
          Say what each column is: what was measured, by whom and when. The codebook of the export has it.
        </p>
        {columns.map((name) => (
          <label key={name} className="field-label">
            {name}
            <input
              className="field"
              value={meanings[name] ?? ''}
              maxLength={200}
              placeholder="Mean rating by the team lead in spring, 1 to 5"
              onChange={(event) => setMeanings({ ...meanings, [name]: event.target.value })}
            />
          </label>
        ))}
      </DialogForm>
    </Dialog>
  )
}

function summaryOf({ lines, matched, ignored }: Upload): string {
  const { unknown, ambiguous, notEligible, empty } = ignored
  const reasons = [
    unknown + ambiguous > 0 ? `${unknown + ambiguous} unknown` : '',
    notEligible > 0 ? `${notEligible} who can’t take part` : '',
    empty > 0 ? `${empty} without a value` : '',
  ].filter(Boolean)
  const left = reasons.length > 0 ? ` Ignored: ${reasons.join(', ')}.` : ''
  return `${matched} of ${lines} people could take part.${left}`
}

function RemoveButton() {
  const remove = useMutation({
    mutationFn: () => call('DELETE /study/criteria', {}),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['study'] })
      showToast('Criteria removed')
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const confirmAndRemove = () => {
    if (confirm('Remove all criteria with their values? What was released stays.')) remove.mutate()
  }
  return (
    <button type="button" className="button" disabled={remove.isPending} onClick={confirmAndRemove}>
      Remove criteria
    </button>
  )
}
