import { fillSlots } from '../../content/fill-slots.ts'
import { type TeamTexts, teamMemberName } from '../../content/team.ts'
import { type Locale, languageTags } from '../../contract/locale.ts'
import type { TeamMemberRow } from './store.ts'
import type { TeamMember } from './team-member.ts'

/** What sentences call the people of one team. */
export type SentenceNames = {
  /** One person, without a form of address. */
  of(person: Pick<TeamMember, 'id' | 'name' | 'initials'>): string
  /** Several people as the language addresses and joins them, and the form of the verb that follows. */
  listed(ids: readonly string[]): { text: string; form: 'one' | 'other' }
}

/**
 * The first name, if it is enough to tell people of this team apart, else the whole name. Names in Chinese, Japanese and
 * Korean characters stay whole: a given name alone would be too familiar. People without a name are called by the part
 * of their email address before the @, or by a number.
 */
export function sentenceNames(
  people: readonly TeamMember[],
  rows: readonly Pick<TeamMemberRow, 'id' | 'firstName'>[],
  texts: TeamTexts,
  locale: Locale,
): SentenceNames {
  const firstNames = new Map(rows.map(({ id, firstName }) => [id, firstName?.trim() ?? '']))
  const folded = people.map(({ id }) => firstNames.get(id)?.toLocaleLowerCase() ?? '')
  const isEnough = (name: string) =>
    name !== '' &&
    !eastAsian.test(name) &&
    folded.filter((one) => one === name.toLocaleLowerCase()).length === 1
  const of: SentenceNames['of'] = (person) => {
    const first = firstNames.get(person.id) ?? ''
    return isEnough(first) ? first : teamMemberName(person, texts)
  }
  const list = new Intl.ListFormat(languageTags[locale])
  return {
    of,
    listed(ids) {
      const found = ids.flatMap((id) => people.find((person) => person.id === id) ?? [])
      const names = found.map((person) => fillSlots(texts.named, { name: of(person) }))
      const further = names.length - mostNamed
      // "1 others" never happens: one more than the most is named as well.
      const shown =
        further > 1 ? [...names.slice(0, mostNamed), fillSlots(texts.others, { n: String(further) })] : names
      return { text: list.format(shown), form: names.length === 1 ? 'one' : 'other' }
    },
  }
}

const mostNamed = 3
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
