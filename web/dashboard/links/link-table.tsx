import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { tagsQuery } from '../client/queries.ts'
import type { ShareLink } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList, formatNumber } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { When } from '../ui/when.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { words } from './words.ts'

/** The links, newest first, with what people get and how many have started. */
export function LinkTable({
  links,
  onRevoke,
}: {
  links: readonly ShareLink[]
  onRevoke?: (link: ShareLink) => void
}) {
  const { heads } = words
  return (
    <BlockTable
      heads={[heads.created, heads.for, heads.started, heads.until, heads.actions]}
      className="links-table"
    >
      {links.map((link) => (
        <BlockRow key={link.id}>
          <BlockCell label={heads.created} className="figures">
            <When at={link.createdAt} style="moment" />
          </BlockCell>
          <BlockCell label={heads.for}>
            <Purpose link={link} />
          </BlockCell>
          <BlockCell label={heads.started} className="figures">
            {startsText(link)}
          </BlockCell>
          <BlockCell label={heads.until}>
            <End link={link} />
          </BlockCell>
          <BlockCell>
            {link.state === 'active' && (
              <span className="links-actions row-actions">
                {link.link === null ? (
                  <span className="note">{words.othersLink}</span>
                ) : (
                  <CopyButton text={link.link} label={words.copy} />
                )}
                {onRevoke && (
                  <button type="button" className="button button-small" onClick={() => onRevoke(link)}>
                    {words.revoke}
                  </button>
                )}
              </span>
            )}
          </BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}

function startsText({ startsSoFar, maxStarts }: ShareLink): string {
  return maxStarts === null
    ? formatNumber(startsSoFar)
    : fill(words.startedOf, { n: startsSoFar, limit: maxStarts })
}

/** Tags, assessments and alias of people who start. */
function Purpose({ link: { tagIds, assessmentIds, customId } }: { link: ShareLink }) {
  const tags = useQuery({ ...tagsQuery, enabled: hasScope('tags:manage') }).data ?? []
  const shown = tags.filter(({ id }) => tagIds.includes(id))
  return (
    <span className="links-purpose">
      {shown.map(({ id, label, color }) => (
        <TagChip key={id} label={label} color={color} />
      ))}
      <span>
        {assessmentIds.length === 0
          ? words.usualAssessments
          : formatList(assessmentIds.map((id) => assessmentNames[id]))}
      </span>
      {customId !== null && (
        <span className="note">
          <Sentence text={words.externalId} slots={{ id: <bdi>{customId}</bdi> }} />
        </span>
      )}
    </span>
  )
}

function End({ link: { state, expiresAt } }: { link: ShareLink }) {
  if (state === 'revoked' || state === 'full') return words.end[state]
  const date = <When at={expiresAt} style="date" />
  return state === 'active' ? date : <Sentence text={words.end.expired} slots={{ date }} />
}
