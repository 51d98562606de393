import { useMemo, useState } from 'react'
import { Leaving } from './leaving.tsx'
import { leftOver } from './left-over.ts'
import { ListForm } from './list-form.tsx'
import { readList } from './read-list.ts'
import type { Run } from './run.ts'
import { Sending } from './sending.tsx'
import { useDraft } from './use-draft.ts'
import { useRun } from './use-run.ts'

/** A list of people: first what is typed and what would become of it, then the sending and what became of each. */
export function ListPart({ accountId, tagId }: { accountId: string; tagId: string | undefined }) {
  const [draft, change] = useDraft(accountId, tagId)
  const list = useMemo(() => readList(draft.text), [draft.text])
  /** What was taken leaves the field; what was not stays there to be corrected. */
  const clearTaken = ({ people, notTaken }: Run) => {
    const open = people.filter(
      ({ state, profileId }) => state === 'waits' || (state === 'refused' && profileId === null),
    )
    const lines = new Set([...notTaken, ...open.flatMap((one) => one.lines)])
    change({ text: leftOver(draft.text, list, lines), fileName: undefined })
  }
  const state = useRun(accountId, clearTaken)
  const { run } = state
  const [isBack, setBack] = useState(false)
  const back = () => {
    setBack(true)
    state.clear()
  }
  return (
    <>
      {run ? (
        <Sending
          state={state}
          run={run}
          hasLeftOver={draft.text !== ''}
          onMore={back}
          onLeave={() => {
            clearTaken(run)
            back()
          }}
        />
      ) : (
        <ListForm draft={draft} change={change} list={list} isBack={isBack} onSend={state.start} />
      )}
      <Leaving isSending={state.isRunning} />
    </>
  )
}
