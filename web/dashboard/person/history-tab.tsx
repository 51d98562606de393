import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import type { Profile, Progress } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Agreements } from './agreements.tsx'
import { AliasList } from './alias-list.tsx'
import { CampaignList, useCampaigns } from './campaign-list.tsx'
import { EntryList } from './entry-list.tsx'
import { EventList } from './event-list.tsx'
import { InviteTable } from './invite-table.tsx'
import { FoldedSection, PersonSection } from './person-section.tsx'
import { aliasesQuery, entriesQuery, eventsQuery, heldQuery, invitesQuery } from './queries.ts'
import { SendLink } from './send-link.tsx'
import { words } from './words.ts'

/**
 * Invites, agreements, requests and changes, then what other software needs. Everything is shown at the same time, so
 * nothing moves.
 */
export function HistoryTab({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const [canWrite, canAudit] = [hasScope('profiles:write'), hasScope('account:read')]
  const campaigns = useCampaigns(profile.id) ?? []
  const invites = useQuery({ ...invitesQuery(profile.id), enabled: canWrite })
  const exported = useQuery(heldQuery(profile.id))
  const entries = useQuery({ ...entriesQuery(profile.id), enabled: canAudit })
  const aliases = useQuery({ ...aliasesQuery(profile.id), enabled: canAudit })
  const events = useQuery({ ...eventsQuery(profile.id), enabled: canAudit })
  if ([invites, exported, entries, events, aliases].some(({ isLoading }) => isLoading)) return <Coming />
  // Something may have been sent elsewhere since.
  const reported = invites.data?.find(({ wrongPerson }) => wrongPerson)
  return (
    <>
      {canWrite && (
        <PersonSection id="links" title={words.links.title} note={words.links.note}>
          {invites.error && <FailureNote error={invites.error} retry={() => void invites.refetch()} />}
          {/* A single one is named above, and its reminders on the overview. */}
          {campaigns.length > 1 && <CampaignList profileId={profile.id} />}
          {invites.data && <InviteTable invites={invites.data} profile={profile} progress={progress} />}
          <SendLink profile={profile} invite={reported ?? progress?.invite ?? null} />
        </PersonSection>
      )}
      <PersonSection id="agreements" title={words.agreements.title} note={words.agreements.note}>
        {exported.error && <FailureNote error={exported.error} retry={() => void exported.refetch()} />}
        {exported.data && <Agreements held={exported.data} />}
      </PersonSection>
      {canAudit && (
        <PersonSection id="entries" title={words.entries.title} note={words.entries.note}>
          {entries.error && <FailureNote error={entries.error} retry={() => void entries.refetch()} />}
          {entries.data && (
            <>
              <EntryList entries={entries.data.entries} />
              <p className="second">
                <Link to="/audit" search={{ targetId: profile.id }}>
                  {entries.data.pagination.hasMore
                    ? fill(words.entries.all, { n: entries.data.pagination.total })
                    : words.entries.log}
                </Link>
              </p>
            </>
          )}
        </PersonSection>
      )}
      {canAudit && (
        <FoldedSection id="events" title={words.events.title} note={words.events.note}>
          {events.error && <FailureNote error={events.error} retry={() => void events.refetch()} />}
          {events.data && (
            <>
              <EventList events={events.data.events} />
              <p className="second">
                <Link to="/events" search={{ profileId: profile.id }}>
                  {events.data.hasMore ? words.events.all : words.events.feed}
                </Link>
              </p>
            </>
          )}
        </FoldedSection>
      )}
      <FoldedSection id="keys" title={words.keys.title} note={words.keys.note}>
        <p className="person-link">
          <code>{profile.id}</code>
          <CopyButton text={profile.id} label={words.keys.copyId} />
        </p>
        {aliases.error && <FailureNote error={aliases.error} retry={() => void aliases.refetch()} />}
        {aliases.data && <AliasList aliases={aliases.data} profileId={profile.id} />}
      </FoldedSection>
    </>
  )
}

function Coming() {
  return (
    <div aria-busy="true" className="person-coming">
      {[180, 80, 220, 160, 120].map((height) => (
        <Skeleton key={height} width="100%" height={height} />
      ))}
    </div>
  )
}
