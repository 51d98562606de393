import { pluralizePeople } from '../words/pluralize.ts'
import type { TagChange } from './tag-change.ts'

/** How a change of tags is told, each as whole sentences. */
export type TagChangeTexts = {
  readonly done: (changes: readonly TagChange[]) => string
  readonly undone: string
  /** `isAll` says that nothing was changed. */
  readonly refused: (changes: readonly TagChange[], isAll: boolean) => string
}

/** Of one person, whom the page is about: “Added Leads, removed Product.” */
export const personTagTexts: TagChangeTexts = {
  done(changes) {
    const parts = [
      ...listed(
        'added',
        changes.filter(({ add }) => add.length > 0),
      ),
      ...listed(
        'removed',
        changes.filter(({ remove }) => remove.length > 0),
      ),
    ].join(', ')
    return `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.`
  },
  undone: 'Undone.',
  refused: (changes, isAll) => (isAll ? 'The tags are as they were.' : staysAsBefore(changes)),
}

/** Of many: “Leads added to 3 people.” */
export const peopleTagTexts: TagChangeTexts = {
  done: (changes) =>
    `${changes
      .map(({ tag, add, remove }) =>
        add.length > 0
          ? `${tag.label} added to ${pluralizePeople(add.length)}`
          : `${tag.label} removed from ${pluralizePeople(remove.length)}`,
      )
      .join('. ')}.`,
  undone: 'Tags are as before.',
  refused: staysAsBefore,
}

/** Of a tag, which had so many people before: “Leads” now has 7 people. */
export function tagMembersTexts(label: string, before: number): TagChangeTexts {
  return {
    done: (changes) => `“${label}” now has ${pluralizePeople(before + grownBy(changes))}.`,
    undone: `“${label}” has ${pluralizePeople(before)} again.`,
    refused: (_, isAll) => (isAll ? 'Not saved, so it is as before.' : 'The rest could not be changed.'),
  }
}

/** “Add Leads to 3 people”, as it is said before it is saved. */
export function plannedText({ tag, add, remove }: TagChange): string {
  return add.length > 0
    ? `Add ${tag.label} to ${pluralizePeople(add.length)}`
    : `Remove ${tag.label} from ${pluralizePeople(remove.length)}`
}

function listed(verb: string, changes: readonly TagChange[]): string[] {
  return changes.length > 0 ? [`${verb} ${labels(changes)}`] : []
}

function staysAsBefore(changes: readonly TagChange[]): string {
  return `${labels(changes)} could not be changed and ${changes.length === 1 ? 'stays' : 'stay'} as before.`
}

function grownBy(changes: readonly TagChange[]): number {
  return changes.reduce((sum, { add, remove }) => sum + add.length - remove.length, 0)
}

const labels = (changes: readonly TagChange[]) => changes.map(({ tag }) => tag.label).join(', ')
