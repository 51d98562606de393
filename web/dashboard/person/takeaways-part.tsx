import { useQuery } from '@tanstack/react-query'
import type { Profile } from '../client/types.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { headlineAbout, sentencesAbout } from './about-person.ts'
import { takeawaysQuery } from './queries.ts'

/** What the person's own page begins with, about them: the headline and at most three takeaways. */
export function TakeawaysPart({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery(takeawaysQuery(profile.id))
  if (error && !data) return <FailureNote error={error} retry={() => void refetch()} />
  if (data?.headline == null) return null
  const name = shortPersonName(profile)
  return (
    <section className="person-takeaways" aria-labelledby="part-takeaways">
      <h2 className="person-headline" id="part-takeaways">
        {headlineAbout(data, name)}
      </h2>
      <ul>
        {sentencesAbout(data.sentences, data.locale, name).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
