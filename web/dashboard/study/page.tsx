import './study.css'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count, fill } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { csvLine } from '../ui/csv.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { saveFile } from '../ui/save-file.ts'
import { SettingsLink } from '../ui/settings-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { StudyCriteria } from './criteria.tsx'
import { StudyFigures } from './figures.tsx'
import { words } from './words.ts'

type Study = NonNullable<CallAnswer<'GET /study'>['study']>

const studyQuery = queryOptions({
  queryKey: ['study'],
  queryFn: async ({ signal }) => (await call('GET /study', { signal })).study,
})

/** Who could take part, before there is a study. */
const eligibilityQuery = queryOptions({
  queryKey: ['study', 'eligibility'],
  queryFn: async ({ signal }) => (await call('GET /study/eligibility', { signal })).eligibility,
})

/** The validation study: its state, and the figures of its newest release. */
export function StudyPage() {
  usePageTitle(words.title)
  const { data: study, error, refetch } = useQuery(studyQuery)
  return (
    <>
      <SettingsLink />
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
      </header>
      <p className="page-lede">{words.lede}</p>
      {error && study === undefined && <FailureNote error={error} retry={() => void refetch()} />}
      {study === undefined && !error && <Skeleton width="100%" height={420} />}
      {study !== undefined && <StudyState study={study} />}
      {study && study.endedAt === null && <StudyCriteria study={study} />}
      {study && <Release study={study} />}
      {(study !== undefined || error) && <ApiCall route="GET /study" request={{}} />}
    </>
  )
}

function StudyState({ study }: { study: Study | null }) {
  const maySet = hasScope('account:write')
  const isOpen = study !== null && study.endedAt === null
  const { states } = words
  return (
    <section className="setting">
      <h2 className="section">{isOpen ? states.open : study ? states.ended : states.notOpened}</h2>
      <div className="study-state">
        {isOpen && (
          <p>
            <Sentence text={words.openText} slots={{ date: <When at={study.openedAt} style="date" /> }} />
          </p>
        )}
        {study && !isOpen && (
          <p>
            <Sentence
              text={words.endedText}
              slots={{ date: <When at={study.endedAt ?? ''} style="date" /> }}
            />
          </p>
        )}
        {study === null && <p>{words.notOpenedText}</p>}
        {study && isOpen ? <p>{eligibleText(study)}</p> : <EligibleNow />}
        <p className="note">{words.secrecy}</p>
        {maySet ? (
          isOpen ? (
            <EndButton />
          ) : (
            <OpenButton />
          )
        ) : (
          <p>{isOpen ? words.onlyOwners.end : words.onlyOwners.open}</p>
        )}
      </div>
    </section>
  )
}

type Eligible = Pick<Study, 'eligible' | 'smallestAccount'> & { isComplete?: boolean }

/** How many could take part if a study were opened now, and what that means for figures. */
function EligibleNow() {
  const { data } = useQuery(eligibilityQuery)
  return data ? <p>{eligibleText(data)}</p> : null
}

function eligibleText({ eligible, isComplete = true, smallestAccount }: Eligible): string {
  const people = count(isComplete ? words.eligible : words.eligibleAtLeast, eligible)
  if (eligible >= smallestAccount) return people
  const missing = count(words.moreNeeded, smallestAccount - eligible, { all: smallestAccount })
  return joinSentences([people, missing])
}

function OpenButton() {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button type="button" className="button button-main" onClick={() => setIsAsking(true)}>
        {words.opening.verb}
      </button>
      {isAsking && <OpenDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

/** Everyone with results is offered an open study, so it is said before what that leads to. */
function OpenDialog({ onClose }: { onClose: () => void }) {
  const { data: now, error } = useQuery(eligibilityQuery)
  const key = useIdempotencyKey()
  const open = useMutation({
    mutationFn: () => call('POST /study', { idempotencyKey: key.keyFor({}) }),
    onSuccess: ({ study }) => {
      queryClient.setQueryData(studyQuery.queryKey, study)
      showToast(words.opening.done)
      onClose()
    },
  })
  return (
    <Dialog title={words.opening.title} onClose={onClose}>
      <DialogForm
        verb={words.opening.verb}
        isBusy={open.isPending}
        isReady={now !== undefined}
        error={open.error ?? error}
        onSubmit={() => open.mutate()}
        onClose={onClose}
      >
        <p>{words.opening.text}</p>
        {now && (
          <p>
            {joinSentences([
              eligibleText(now),
              ...(now.eligible < now.smallestAccount ? [words.opening.notYet] : []),
            ])}
          </p>
        )}
        <p className="note">{words.opening.ends}</p>
      </DialogForm>
    </Dialog>
  )
}

function EndButton() {
  const key = useIdempotencyKey()
  const end = useMutation({
    mutationFn: () => call('POST /study/end', { idempotencyKey: key.keyFor({}) }),
    onSuccess: ({ study }) => {
      queryClient.setQueryData(studyQuery.queryKey, study)
      showToast(words.ending.done)
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const confirmAndEnd = () => {
    if (confirm(words.ending.confirm)) end.mutate()
  }
  return (
    <button type="button" className="button" disabled={end.isPending} onClick={confirmAndEnd}>
      {words.ending.verb}
    </button>
  )
}

function Release({ study }: { study: Study }) {
  const { release, nextReleaseAt } = study
  const withNext = (text: string) => joinSentences(nextReleaseAt ? [text, words.release.next] : [text])
  const nextDate = nextReleaseAt && <When at={nextReleaseAt} style="date" />
  if (!release)
    return (
      <section className="setting">
        <h2 className="section">{words.release.noneTitle}</h2>
        <p>
          <Sentence text={withNext(words.release.none)} slots={{ nextDate }} />
        </p>
      </section>
    )
  return (
    <>
      <section className="setting">
        <h2 className="section">{fill(words.release.title, { n: release.number })}</h2>
        <div className="study-state">
          <p>
            <Sentence
              text={withNext(words.release.text)}
              slots={{ n: release.people, date: <When at={release.createdAt} style="date" />, nextDate }}
            />
          </p>
          <p className="note">{words.release.interval}</p>
          <Downloads />
        </div>
      </section>
      <StudyFigures release={release} />
    </>
  )
}

function Downloads() {
  const download = useMutation({
    mutationFn: async (file: 'figures' | 'rows' | 'codebook') => {
      const { export: files } = await call('GET /study/export', {})
      if (!files) return
      const lines = files.codebook.map((one) => csvLine([one.file, one.column, one.description, one.values]))
      const text = {
        figures: files.figuresCsv,
        rows: files.rowsCsv,
        codebook: [csvLine(['file', 'column', 'description', 'values']), ...lines].join(''),
      }[file]
      saveFile(`study-${files.number}-${file}.csv`, [text], 'text/csv')
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  return (
    <p className="study-downloads">
      {(['figures', 'rows', 'codebook'] as const).map((file) => (
        <button
          key={file}
          type="button"
          className="button button-small"
          disabled={download.isPending}
          onClick={() => download.mutate(file)}
        >
          {words.downloads[file]}
        </button>
      ))}
    </p>
  )
}
