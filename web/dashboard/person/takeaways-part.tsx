import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { headlineAbout, sentencesAbout } from './about-person.ts'
import { takeawaysQuery } from './queries.ts'
import { words } from './words.ts'

/**
 * What the person's own page begins with, about them: the headline and at most three takeaways. Where the headline
 * exists only as the person reads it, a line says who is addressed.
 */
export function TakeawaysPart({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery(takeawaysQuery(profile.id))
  if (error && !data) return <FailureNote error={error} retry={() => void refetch()} />
  if (data?.headline == null) return null
  const name = shortPersonName(profile)
  const headline = headlineAbout(data.headline, data.locale, name)
  return (
    <section className="person-takeaways" aria-labelledby="part-takeaways">
      <h2 className="person-headline" id="part-takeaways">
        {headline ?? data.headline}
      </h2>
      {headline === undefined && <p className="note">{fill(words.debrief.addressed, { name })}</p>}
      <ul>
        {sentencesAbout(data.sentences, data.locale, name).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
