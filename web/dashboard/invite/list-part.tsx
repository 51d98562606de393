import { useMemo, useState } from 'react'
import { useRights } from '../client/rights.ts'
import { useColumnMemory } from './column-memory.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { ListForm } from './list-form.tsx'
import { parseList } from './read-list.ts'
import { remainingLines } from './remaining-lines.ts'
import type { Run } from './run.ts'
import { RunProgress } from './run-progress.tsx'
import { useDraft } from './use-draft.ts'
import { useRun } from './use-run.ts'

/** Email list: first the input with its preview, then the sending with its results. */
export function ListPart({ accountId, tagId }: { accountId: string; tagId: string | undefined }) {
  const [draft, change] = useDraft(accountId, tagId)
  const [fields, choose] = useColumnMemory(accountId)
  const { mayTag } = useRights()
  const choices = useMemo(() => ({ fields, asTable: draft.asTable, mayTag }), [fields, draft.asTable, mayTag])
  const list = useMemo(() => parseList(draft.text, choices), [draft.text, choices])
  /** Lines that were invited leave the field. The others stay to be corrected. */
  const clearTaken = ({ people, notTaken }: Run) => {
    const open = people.filter(
      ({ state, profileId }) => state === 'waits' || (state === 'refused' && profileId === null),
    )
    const lines = new Set([...notTaken, ...open.flatMap((one) => one.lines)])
    const text = remainingLines(draft.text, list, lines)
    // The words were for these people.
    change({ text, fileName: undefined, ...(text === '' && { campaign: undefined }) })
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
        <RunProgress
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
        <ListForm
          draft={draft}
          change={change}
          list={list}
          choices={choices}
          onChoose={choose}
          isBack={isBack}
          onSend={state.start}
        />
      )}
      <LeaveGuard isSending={state.isRunning} />
    </>
  )
}
