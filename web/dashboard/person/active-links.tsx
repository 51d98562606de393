import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { Sentence } from '../language/sentence.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { When } from '../ui/when.tsx'
import { linksQuery } from './queries.ts'
import { words } from './words.ts'

/** Report links that still work, each with a button to revoke it. */
export function ActiveLinks({ profileId }: { profileId: string }) {
  const links = useQuery(linksQuery(profileId))
  const ending = useMutation({
    mutationFn: (reportLinkId: string) =>
      call('DELETE /report-link/{reportLinkId}', { path: { reportLinkId } }),
    onSuccess: () => queryClient.invalidateQueries(linksQuery(profileId)),
  })
  // In the dialog: a message of the page would be behind it.
  const ended = (
    <p className="note" role="status">
      {ending.isSuccess && words.report.ended}
    </p>
  )
  if (!links.data) return null
  if (links.data.length === 0) return ended
  return (
    <section className="person-standing" aria-labelledby="standing-links">
      <h3 id="standing-links">{words.report.active}</h3>
      <ul>
        {links.data.map(({ id, madeBy, expiresAt }) => (
          <li key={id}>
            <span>
              <Sentence
                text={madeBy === 'person' ? words.report.byPerson : words.report.byAccount}
                slots={{ date: <When at={expiresAt} style="moment" /> }}
              />
            </span>
            <button
              type="button"
              className="button button-small"
              aria-disabled={ending.isPending}
              onClick={() => ending.mutate(id)}
            >
              {words.report.end}
            </button>
          </li>
        ))}
      </ul>
      {ended}
      {ending.error && <FailureNote error={ending.error} />}
    </section>
  )
}
