import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count, fill } from '../language/fill.ts'
import { formatList, joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { type CriteriaUpload, readUpload } from './criteria-upload.ts'
import { words } from './words.ts'

type Study = NonNullable<CallAnswer<'GET /study'>['study']>
type Upload = CallAnswer<'POST /study/criteria'>['upload']

/** What the account uploaded about its people, for a study that is open. */
export function StudyCriteria({ study }: { study: Study }) {
  const [file, setFile] = useState<CriteriaUpload>()
  const [problem, setProblem] = useState<string>()
  const chooser = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await readUpload(chosen)
    setProblem('problem' in read ? read.problem : undefined)
    if (!('problem' in read)) setFile(read)
    if (chooser.current) chooser.current.value = ''
  }
  return (
    <section className="setting">
      <h2 className="section">{words.criteria.title}</h2>
      <div className="study-state">
        <p>{words.criteria.text}</p>
        {study.criteria.length > 0 && (
          <dl className="study-criteria">
            {study.criteria.map(({ name, meaning, uploadedAt }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Sentence
                    text={words.criteria.described}
                    slots={{ meaning, date: <When at={uploadedAt} style="date" /> }}
                    marks={{ note: (text) => <span className="note">{text}</span> }}
                  />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="note">{words.criteria.limits}</p>
        {hasScope('account:write') && (
          <div className="study-downloads">
            <label className="button">
              {words.criteria.choose}
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
  file: { csv, columns, encoding },
  onClose,
}: {
  study: Study
  file: CriteriaUpload
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
    <Dialog title={words.uploading.title} onClose={onClose}>
      <DialogForm
        verb={words.uploading.verb}
        isBusy={send.isPending}
        isReady={body.criteria.every(({ meaning }) => meaning !== '')}
        error={send.error}
        onSubmit={() => send.mutate()}
        onClose={onClose}
      >
        <p>{words.uploading.text}</p>
        {encoding && <p className="note">{fill(words.uploading.readAs, { encoding })}</p>}
        {columns.map((name) => (
          <label key={name} className="field-label">
            {name}
            <input
              className="field"
              value={meanings[name] ?? ''}
              maxLength={200}
              placeholder={words.uploading.example}
              onChange={(event) => setMeanings({ ...meanings, [name]: event.target.value })}
            />
          </label>
        ))}
      </DialogForm>
    </Dialog>
  )
}

function summaryOf({ lines, matched, ignored }: Upload): string {
  const { uploading } = words
  const reasons = [
    [uploading.unknown, ignored.unknown + ignored.ambiguous],
    [uploading.notEligible, ignored.notEligible],
    [uploading.empty, ignored.empty],
  ] as const
  const left = reasons.flatMap(([forms, n]) => (n > 0 ? [count(forms, n)] : []))
  return joinSentences([
    fill(uploading.done, { n: matched, all: lines }),
    ...(left.length > 0 ? [fill(uploading.ignored, { reasons: formatList(left) })] : []),
  ])
}

function RemoveButton() {
  const remove = useMutation({
    mutationFn: () => call('DELETE /study/criteria', {}),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['study'] })
      showToast(words.removing.done)
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const confirmAndRemove = () => {
    if (confirm(words.removing.confirm)) remove.mutate()
  }
  return (
    <button type="button" className="button" disabled={remove.isPending} onClick={confirmAndRemove}>
      {words.removing.verb}
    </button>
  )
}
