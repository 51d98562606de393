import { useMemo, useState } from 'react'
import { useRights } from '../client/rights.ts'
import { type ChosenField, type ChosenFields, withChoice } from './column-choices.ts'
import { useColumnMemory } from './column-memory.ts'
import { newList } from './draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { ListForm } from './list-form.tsx'
import { type ListColumn, type ParsedList, parseList } from './read-list.ts'
import { remainingLines } from './remaining-lines.ts'
import type { Run } from './run.ts'
import { RunProgress } from './run-progress.tsx'
import { useDraft } from './use-draft.ts'
import { useRun } from './use-run.ts'

/** Email list: first the input with its preview, then the sending with its results. */
export function ListPart({ accountId, tagId }: { accountId: string; tagId: string | undefined }) {
  const [draft, change] = useDraft(accountId, tagId)
  const [remembered, remember] = useColumnMemory(accountId)
  const { mayTag } = useRights()
  const { columns: chosen, asTable } = draft
  const choices = useMemo(
    () => ({ chosen, remembered, asTable, mayTag }),
    [chosen, remembered, asTable, mayTag],
  )
  const list = useMemo(() => parseList(draft.text, choices), [draft.text, choices])
  const choose = ({ key, nameKey }: ListColumn, field: ChosenField) => {
    const columns = list.head?.columns ?? []
    change({ columns: withChoice(chosen ?? {}, key, field, keysOf(columns, 'key')) })
    if (nameKey !== undefined) remember(nameKey, field, keysOf(columns, 'nameKey'))
  }
  /** Lines that were invited leave the field. The others stay to be corrected. */
  const clearTaken = ({ people, notTaken }: Run) => {
    const open = people.filter(
      ({ state, profileId }) => state === 'waits' || (state === 'refused' && profileId === null),
    )
    const lines = new Set([...notTaken, ...open.flatMap((one) => one.lines)])
    const text = remainingLines(draft.text, list, lines)
    // The words were for these people. What is left has the columns it had, though its cells may not show them.
    const left = { asTable: list.head ? true : asTable, columns: columnsOf(list) }
    change({ text, fileName: undefined, ...(text === '' ? { ...newList, campaign: undefined } : left) })
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

function keysOf(columns: readonly ListColumn[], kind: 'key' | 'nameKey'): readonly (string | undefined)[] {
  return columns.map((column) => column[kind])
}

function columnsOf({ head }: ParsedList): ChosenFields | undefined {
  return head && Object.fromEntries(head.columns.map(({ key, field }) => [key, field ?? 'ignore']))
}
