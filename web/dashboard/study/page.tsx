import './study.css'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { csvLine } from '../ui/csv.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { StudyCriteria } from './criteria.tsx'
import { StudyFigures } from './figures.tsx'

type Study = NonNullable<CallAnswer<'GET /study'>['study']>

const studyQuery = queryOptions({
  queryKey: ['study'],
  queryFn: async ({ signal }) => (await call('GET /study', { signal })).study,
})

/** The validation study: its state, and the figures of its newest release. */
export function StudyPage() {
  usePageTitle('Validation study')
  const { data: study, error, refetch } = useQuery(studyQuery)
  return (
    <>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          Validation study
        </h1>
      </header>
      <p className="page-lede">
        Shows whether the scores hold for your people: how consistent they are, whether they come out again,
        and whether DISC goes with what the manual predicts.
      </p>
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
  return (
    <section className="setting">
      <h2 className="section">{isOpen ? 'Open' : study ? 'Ended' : 'Not opened'}</h2>
      <div className="study-state">
        {isOpen && (
          <p>
            Open since <When at={study.openedAt} style="date" />. People with results find it on the page with
            their results, and take part only if they agree there.
          </p>
        )}
        {study && !isOpen && (
          <p>
            Ended on <When at={study.endedAt ?? ''} style="date" />. What it held about people is deleted;
            what was released stays.
          </p>
        )}
        {study === null && <p>Open a study, and people with results can take part.</p>}
        {study && (
          <p>
            {study.eligible.toLocaleString('en-GB')} people could take part.
            {study.eligible < study.smallestAccount &&
              ` There is no release before ${study.smallestAccount} could: with fewer, too much would be known of each.`}
          </p>
        )}
        <p className="note">
          No one in this account can see who takes part: there is no list, no count, no event and no audit
          entry. Please don’t ask people either. Figures are of at least 50 people, at most two thirds of
          those who could take part, and are made inexact on purpose.
        </p>
        {maySet && (isOpen ? <EndButton /> : <OpenButton />)}
      </div>
    </section>
  )
}

function OpenButton() {
  const key = useIdempotencyKey()
  const open = useMutation({
    mutationFn: () => call('POST /study', { idempotencyKey: key.keyFor({}) }),
    onSuccess: ({ study }) => {
      queryClient.setQueryData(studyQuery.queryKey, study)
      showToast('Study opened')
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  return (
    <button
      type="button"
      className="button button-main"
      disabled={open.isPending}
      onClick={() => open.mutate()}
    >
      Open study
    </button>
  )
}

function EndButton() {
  const key = useIdempotencyKey()
  const end = useMutation({
    mutationFn: () => call('POST /study/end', { idempotencyKey: key.keyFor({}) }),
    onSuccess: ({ study }) => {
      queryClient.setQueryData(studyQuery.queryKey, study)
      showToast('Study ended')
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const confirmAndEnd = () => {
    if (confirm('End the study? What it holds about people is deleted, and nothing more is released.'))
      end.mutate()
  }
  return (
    <button type="button" className="button" disabled={end.isPending} onClick={confirmAndEnd}>
      End study
    </button>
  )
}

function Release({ study }: { study: Study }) {
  const { release, nextReleaseAt } = study
  const next = nextReleaseAt && (
    <>
      The next one is considered on <When at={nextReleaseAt} style="date" />, and every four weeks after that.
    </>
  )
  if (!release)
    return (
      <section className="setting">
        <h2 className="section">Figures</h2>
        <p>Nothing was released yet. It takes at least 50 people, and a few more that stay secret. {next}</p>
      </section>
    )
  return (
    <>
      <section className="setting">
        <h2 className="section">Release {release.number}</h2>
        <div className="study-state">
          <p>
            Of {release.people.toLocaleString('en-GB')} people, drawn at random from those who take part, on{' '}
            <When at={release.createdAt} style="date" />. {next}
          </p>
          <p className="note">
            Each figure has its 95% interval: in 95 of 100 studies it holds the true value of the people that
            yours are a sample of. People choose to take part, and no interval knows what the others would
            have answered.
          </p>
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
          Download {file}
        </button>
      ))}
    </p>
  )
}
