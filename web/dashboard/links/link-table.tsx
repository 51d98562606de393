import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { tagsQuery } from '../client/queries.ts'
import type { ShareLink } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { TagChip } from '../ui/tag-chip.tsx'
import { When } from '../ui/when.tsx'
import { assessmentNames } from '../words/assessment-names.ts'

/** The links, newest first, with what people get and how many have started. */
export function LinkTable({
  links,
  onRevoke,
}: {
  links: readonly ShareLink[]
  onRevoke?: (link: ShareLink) => void
}) {
  return (
    <BlockTable heads={['Created', 'For', 'Started', 'Until', 'What you can do']} className="links-table">
      {links.map((link) => (
        <BlockRow key={link.id}>
          <BlockCell label="Created" className="figures">
            <When at={link.createdAt} style="moment" />
          </BlockCell>
          <BlockCell label="For">
            <Purpose link={link} />
          </BlockCell>
          <BlockCell label="Started" className="figures">
            {startsText(link)}
          </BlockCell>
          <BlockCell label="Until">
            <End link={link} />
          </BlockCell>
          <BlockCell>
            {link.state === 'active' && (
              <span className="links-actions row-actions">
                {link.link === null ? (
                  <span className="note">Belongs to an app or API key</span>
                ) : (
                  <CopyButton text={link.link} label="Copy link" />
                )}
                {onRevoke && (
                  <button type="button" className="button button-small" onClick={() => onRevoke(link)}>
                    Revoke
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
  const count = startsSoFar.toLocaleString('en-GB')
  return maxStarts === null ? count : `${count} of ${maxStarts.toLocaleString('en-GB')}`
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
          ? 'The usual assessments'
          : assessmentIds.map((id) => assessmentNames[id]).join(', ')}
      </span>
      {customId !== null && (
        <span className="note">
          External ID <bdi>{customId}</bdi>
        </span>
      )}
    </span>
  )
}

const endWords = { revoked: 'Revoked', expired: 'Expired', full: 'Everyone has started' }

function End({ link: { state, expiresAt } }: { link: ShareLink }) {
  return state === 'active' || state === 'expired' ? (
    <>
      {state === 'expired' && 'Expired '}
      <When at={expiresAt} style="date" />
    </>
  ) : (
    endWords[state]
  )
}
