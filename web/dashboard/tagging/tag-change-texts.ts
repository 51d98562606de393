import { count, type Forms, fill } from '../language/fill.ts'
import { formatList, joinSentences } from '../language/formats.ts'
import { grownBy, type TagChange } from './tag-change.ts'
import { words } from './words.ts'

/** Sentences about a change of tags. */
export type TagChangeTexts = {
  readonly done: (changes: readonly TagChange[]) => string
  readonly undone: string
  /** `isAll`: nothing was saved. */
  readonly refused: (changes: readonly TagChange[], isAll: boolean) => string
}

/** For one person's page: “Added Leads, removed Product.” */
export const personTagTexts: TagChangeTexts = {
  done(changes) {
    const added = labels(changes.filter(({ add }) => add.length > 0))
    const removed = labels(changes.filter(({ remove }) => remove.length > 0))
    const texts = words.personChanged
    const text = added === '' ? texts.removed : removed === '' ? texts.added : texts.both
    return fill(text, { added, removed })
  },
  undone: words.personChanged.undone,
  refused: (changes, isAll) => (isAll ? words.personChanged.refused : staysAsBefore(changes)),
}

/** For several people: “Leads added to 3 people.” */
export const peopleTagTexts: TagChangeTexts = {
  done: (changes) =>
    joinSentences(
      changes.map((change) => changeText(change, words.peopleChanged.added, words.peopleChanged.removed)),
    ),
  undone: words.peopleChanged.undone,
  refused: staysAsBefore,
}

/** For a tag, with its former number of people: “Leads” now has 7 people. */
export function tagMembersTexts(tag: string, before: number): TagChangeTexts {
  const { now, again, restRefused } = words.membersChanged
  return {
    done: (changes) => count(now, before + grownBy(changes), { tag }),
    undone: count(again, before, { tag }),
    refused: (_, isAll) => (isAll ? words.notSaved : restRefused),
  }
}

/** “Add Leads to 3 people”, before it is saved. */
export function plannedText(change: TagChange): string {
  return changeText(change, words.difference.add, words.difference.remove)
}

function changeText({ tag, add, remove }: TagChange, added: Forms, removed: Forms): string {
  const [forms, people] = add.length > 0 ? [added, add] : [removed, remove]
  return count(forms, people.length, { tag: tag.label })
}

function staysAsBefore(changes: readonly TagChange[]): string {
  return count(words.stayAsBefore, changes.length, { tags: labels(changes) })
}

const labels = (changes: readonly TagChange[]) => formatList(changes.map(({ tag }) => tag.label))
