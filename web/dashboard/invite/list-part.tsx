import { useMemo, useState } from 'react'
import { useRights } from '../client/rights.ts'
import { type ChosenField, type ChosenFields, withChoice } from './column-choices.ts'
import { useColumnMemory } from './column-memory.ts'
import { type InviteDraft, isOtherList, newList } from './draft.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { ListForm } from './list-form.tsx'
import { type ListColumn, type ParsedList, parseList } from './read-list.ts'
import { remainingLines } from './remaining-lines.ts'
import type { Run } from './run.ts'
import { RunProgress } from './run-progress.tsx'
import type { InviteSearch } from './search.ts'
import { chosen as chosenCampaign, useDraft } from './use-draft.ts'
import { useRun } from './use-run.ts'

/** Email list: first the input with its preview, then the sending with its results. */
export function ListPart({ accountId, search }: { accountId: string; search: InviteSearch }) {
  const [draft, changeDraft] = useDraft(accountId, search)
  /** Another list has nothing to do with the campaign that the rest of the one before belonged to. */
  const change = (fields: Partial<InviteDraft>) => {
    const isOther = draft.isRest && fields.text !== undefined && isOtherList(draft.text, fields.text)
    changeDraft({ ...(isOther && chosenCampaign(search.campaignId)), ...fields })
  }
  const [remembered, remember] = useColumnMemory(accountId)
  const { mayTag } = useRights()
  const { columns: chosen, asTable, nameOrder } = draft
  const choices = useMemo(
    () => ({ chosen, remembered, asTable, mayTag }),
    [chosen, remembered, asTable, mayTag],
  )
  const list = useMemo(() => parseList(draft.text, choices, nameOrder), [draft.text, choices, nameOrder])
  const choose = ({ key, nameKey }: ListColumn, field: ChosenField) => {
    const columns = list.head?.columns ?? []
    change({ columns: withChoice(chosen ?? {}, key, field, keysOf(columns, 'key')) })
    if (nameKey !== undefined) remember(nameKey, field, keysOf(columns, 'nameKey'))
  }
  /** Lines that were invited leave the field. The others stay to be corrected. */
  const clearTaken = ({ people, notTaken, campaignId }: Run) => {
    const open = people.filter(
      ({ state, profileId }) => state === 'waits' || (state === 'refused' && profileId === null),
    )
    const lines = new Set([...notTaken, ...open.flatMap((one) => one.lines)])
    const text = remainingLines(draft.text, list, lines)
    // What is left has the columns it had, though its cells may not show them, and belongs to the same campaign.
    const left = {
      ...{ asTable: list.head ? true : asTable, columns: columnsOf(list) },
      taken: { ...draft.taken, ...draft.names },
      ...(campaignId && { campaignId, isRest: campaignId !== search.campaignId || undefined }),
    }
    changeDraft({
      ...{ text, fileName: undefined },
      // The words were for these people, and are those of their campaign now.
      ...((text === '' || campaignId) && { campaign: undefined }),
      ...(text === '' ? { ...newList, ...chosenCampaign(search.campaignId) } : left),
    })
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
