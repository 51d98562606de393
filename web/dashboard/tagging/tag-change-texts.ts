import { pluralizePeople } from '../words/pluralize.ts'
import { grownBy, type TagChange } from './tag-change.ts'

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

/** For several people: “Leads added to 3 people.” */
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

/** For a tag, with its former number of people: “Leads” now has 7 people. */
export function tagMembersTexts(label: string, before: number): TagChangeTexts {
  return {
    done: (changes) => `“${label}” now has ${pluralizePeople(before + grownBy(changes))}.`,
    undone: `“${label}” has ${pluralizePeople(before)} again.`,
    refused: (_, isAll) => (isAll ? 'Not saved, so it is as before.' : 'The rest could not be changed.'),
  }
}

/** “Add Leads to 3 people”, before it is saved. */
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

const labels = (changes: readonly TagChange[]) => changes.map(({ tag }) => tag.label).join(', ')
