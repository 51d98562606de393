import './campaign-fields.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { hasScope } from '../client/access.ts'
import { openCampaignsQuery } from '../client/campaigns.ts'
import { words } from './campaign-email-words.ts'

type Named = { readonly id: string; readonly name: string }

/** The campaign in which people are invited: a new one, one that is open, or none where that can be chosen. */
export function CampaignChoice({
  value,
  onChange,
  fresh,
  own = [],
  withNone = false,
}: {
  /** The id of a campaign, empty for a new one, or `none`. */
  value: string
  onChange: (value: string) => void
  /** What a new one is called here. */
  fresh: string
  /** Campaigns that are offered first. */
  own?: readonly Named[]
  withNone?: boolean
}) {
  const id = useId()
  const open = useQuery({ ...openCampaignsQuery, enabled: hasScope('profiles:read') }).data ?? []
  const others = open.filter((one) => !own.some((first) => first.id === one.id))
  return (
    <div className="campaign-choice">
      <label className="field-label" htmlFor={id}>
        {words.choice.label}
      </label>
      <select id={id} className="field" value={value} onChange={(event) => onChange(event.target.value)}>
        {own.map(toOption)}
        <option value="">{fresh}</option>
        {withNone && <option value="none">{words.choice.none}</option>}
        {others.map(toOption)}
      </select>
    </div>
  )
}

function toOption({ id, name }: Named) {
  return (
    <option key={id} value={id}>
      {name}
    </option>
  )
}
