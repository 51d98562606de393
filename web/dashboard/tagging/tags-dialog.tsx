import './tagging.css'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import type { ChooseTagsProps } from './choose-tags.tsx'
import { words } from './words.ts'

/** The dialog to choose tags, loaded when it is first opened. */
export const TagsDialog = dialogOnDemand<ChooseTagsProps>(words.title, () =>
  import('./choose-tags.tsx').then((module) => module.ChooseTags),
)
