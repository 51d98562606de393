import { Link } from '@tanstack/react-router'
import type { Message } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { CampaignLink } from '../ui/campaign-link.tsx'
import { type Names, nameIn } from '../ui/person-names.ts'
import { When } from '../ui/when.tsx'
import { MessageActions, MessageOutcome, memberText, purposeText } from './message-parts.tsx'
import { words } from './words.ts'

/** The messages, newest first, with what can be done about those that failed. */
export function MessageTable({
  messages,
  names,
  maySet,
}: {
  messages: readonly Message[]
  names: Names
  maySet: boolean
}) {
  const { heads, channels } = words
  const hasActions = messages.some((message) => (maySet && message.retryUntil) || isTextGone(message))
  return (
    <BlockTable
      heads={[heads.when, heads.message, heads.about, heads.state, ...(hasActions ? [heads.actions] : [])]}
      className="message-table"
    >
      {messages.map((message) => (
        <BlockRow key={message.id}>
          <BlockCell className="figures message-time">
            <When at={message.createdAt} style="moment" />
          </BlockCell>
          <BlockCell>
            <Link to="/messages/$messageId" params={{ messageId: message.id }}>
              {purposeText(message)}
            </Link>
            <span className="note message-channel">{channels[message.channel]}</span>
            {message.campaign && (
              <span className="note message-campaign">
                <CampaignLink campaign={message.campaign} />
              </span>
            )}
          </BlockCell>
          <BlockCell>
            {message.profileId && (
              <Link to="/people/$profileId" params={{ profileId: message.profileId }}>
                <bdi>{nameIn(names, message.profileId)}</bdi>
              </Link>
            )}
            <ForMember message={message} />
          </BlockCell>
          <BlockCell>
            <MessageOutcome message={message} />
          </BlockCell>
          {hasActions && (
            <BlockCell>
              {maySet && message.retryUntil && <MessageActions message={message} />}
              {isTextGone(message) && <span className="note">{words.textGone}</span>}
            </BlockCell>
          )}
        </BlockRow>
      ))}
    </BlockTable>
  )
}

/** The member, below the person if the email is about one. */
function ForMember({ message }: { message: Message }) {
  const text = memberText(message)
  if (text === undefined) return null
  return message.profileId ? <span className="note message-member">{text}</span> : <bdi>{text}</bdi>
}

/** A message to a person that failed so long ago that it can't be sent again. */
function isTextGone({ state, retryUntil, discardedAt, profileId }: Message): boolean {
  return state === 'failed' && !retryUntil && !discardedAt && profileId !== null
}
