import './tagging.css'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import type { ChooseTagsProps } from './choose-tags.tsx'

/** The dialog to choose tags, loaded when it is first opened. */
export const TagsDialog = dialogOnDemand<ChooseTagsProps>('Tags', () =>
  import('./choose-tags.tsx').then((module) => module.ChooseTags),
)
