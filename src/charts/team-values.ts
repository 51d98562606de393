import { figure } from './figure.ts'
import { escapeMarkup } from './markup.ts'
import { linkName, type TeamPerson } from './person.ts'

/** A value and the people who have it among their first five. */
export type TeamValue = { label: string; profileIds: readonly string[] }

export type TeamValuesWords = {
  title: string
  table: { summary: string; value: string; count: string; who: string }
}

/**
 * The values of a team, most frequent first: one row each with how many people have it and their initials, which are
 * links for people with an `href`.
 */
export function teamValues(
  values: readonly TeamValue[],
  people: readonly Member[],
  words: TeamValuesWords,
): string {
  const who = ({ profileIds }: TeamValue) => people.filter(({ id }) => profileIds.includes(id))
  const { summary, value, count, who: whoHas } = words.table
  return figure({
    kind: 'team-values',
    title: words.title,
    titlePlace: 'above',
    drawing: `<ul class="team-values">${values.map((one) => row(one, who(one))).join('')}</ul>`,
    table: {
      summary,
      columns: [value, count, whoHas],
      rows: values.map((one) => {
        const names = who(one).map(({ name }) => name)
        return [one.label, String(one.profileIds.length), names.join(' · ')]
      }),
    },
  })
}

type Member = Pick<TeamPerson, 'id' | 'name' | 'initials' | 'href'>

function row({ label, profileIds }: TeamValue, people: readonly Member[]): string {
  const chips = people.map((one) => `<li>${chip(one)}</li>`).join('')
  return (
    `<li class="team-value"><span class="team-value-label">${escapeMarkup(label)}</span>` +
    `<span class="team-value-count">${profileIds.length}</span><ul class="team-chips">${chips}</ul></li>`
  )
}

/** A person's initials. A link has the name, also for those who point at it. */
function chip({ name, initials, href }: Member): string {
  const mark = `class="team-chip" data-person="${escapeMarkup(initials)}" dir="auto"`
  if (!href) return `<span ${mark}>${escapeMarkup(initials)}</span>`
  const label = escapeMarkup(linkName({ name, initials }))
  return (
    `<a ${mark} href="${escapeMarkup(href)}" aria-label="${label}" title="${escapeMarkup(name)}">` +
    `${escapeMarkup(initials)}</a>`
  )
}
