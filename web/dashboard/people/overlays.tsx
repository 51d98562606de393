import type { Profile } from '../client/types.ts'
import type { TagChange } from '../tagging/tag-change.ts'
import { TagsDialog } from '../tagging/tags-dialog.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { isNarrowed, peopleRequest } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { words } from './words.ts'

const InviteDialog = dialogOnDemand(words.selection.invite, () =>
  import('../inviting/invite-dialog.tsx').then((module) => module.InviteDialog),
)
const ExportDialog = dialogOnDemand(words.exporting.title, () =>
  import('./export-dialog.tsx').then((module) => module.ExportDialog),
)

export type Overlay = 'tags' | 'invite' | 'exportAll' | 'exportChosen'

/** Dialogs and bars over the list, each loaded on first use. */
export function Overlays({
  overlay,
  onClose,
  search,
  total,
  chosen,
  onTagsShown,
}: {
  overlay: Overlay | undefined
  onClose: () => void
  search: PeopleSearch
  total: number
  chosen: readonly Profile[]
  onTagsShown: (changes: readonly TagChange[]) => void
}) {
  return (
    <>
      {overlay === 'tags' && <TagsDialog people={chosen} onClose={onClose} onShown={onTagsShown} />}
      {overlay === 'invite' && <InviteDialog people={chosen} onClose={onClose} />}
      {overlay === 'exportAll' && (
        <ExportDialog
          queries={[peopleRequest(search)]}
          total={total}
          what={isNarrowed(search) ? words.exporting.filtered : words.exporting.everybody}
          onClose={onClose}
        />
      )}
      {overlay === 'exportChosen' && (
        <ExportDialog
          queries={batchesOf(chosen.map(({ id }) => id)).map((profileIds) => ({ profileIds }))}
          total={chosen.length}
          what={words.exporting.chosen}
          onClose={onClose}
        />
      )}
    </>
  )
}

/** The API takes up to 100 ids per call. */
function batchesOf(ids: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, batch) =>
    ids.slice(batch * 100, batch * 100 + 100),
  )
}
