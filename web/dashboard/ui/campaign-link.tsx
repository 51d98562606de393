import { Link } from '@tanstack/react-router'

export function CampaignLink({ campaign: { id, name } }: { campaign: { id: string; name: string } }) {
  return (
    <Link to="/campaigns/$campaignId" params={{ campaignId: id }}>
      <bdi>{name}</bdi>
    </Link>
  )
}
