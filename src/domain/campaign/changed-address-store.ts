/**
 * Whether someone in a campaign whose message failed has another address since, as an SQL expression over a row of
 * `campaign_person`, called `person`: a failure belongs to the address. Without an address there is nowhere to invite them,
 * so the failure stays. Campaigns that have ended stay as they are.
 */
export const isAtChangedAddress = `coalesce((
  select told.recipient <> case told.channel when 'email' then profile.email else profile.phone end
    from invite told
    join profile on profile.account_id = told.account_id and profile.id = told.profile_id
    join campaign its on its.account_id = told.account_id and its.id = told.campaign_id and its.ended_at is null
   where told.account_id = person.account_id and told.profile_id = person.profile_id
     and told.campaign_id = person.campaign_id and told.channel <> 'link'
   order by told.created_at desc, told.id desc limit 1), false)`
