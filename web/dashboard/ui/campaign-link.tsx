import { Link } from '@tanstack/react-router'
import { isCoach } from '../client/coach.ts'

/** The name of a campaign, which leads to its page. That is about everyone in it, so coaches read the name only. */
export function CampaignLink({ campaign: { id, name } }: { campaign: { id: string; name: string | null } }) {
  if (isCoach()) return <bdi>{name}</bdi>
  return (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
      <bdi>{name ?? id}</bdi>
    </Link>
  )
}
