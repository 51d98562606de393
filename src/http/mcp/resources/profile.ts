import { dataText } from '../data.ts'
import { nameOf, type Person } from '../people.ts'
import { readOne } from '../reading.ts'
import type { Document } from './document.ts'

/** What one person's assessments gave. Addresses and times stay out of it. */
export const results: Document = {
  template: 'assessment://profiles/{profileId}/results',
  name: 'profile-results',
  title: 'Results of a person',
  description:
    'What one person has completed, with the DISC, Focus and Core scores and how far to trust them.',
  mimeType: 'application/json',
  priority: 0.7,
  reads: () => 'get_profile',
  async write({ profileId }, visit) {
    const person = await readOne<Person>(visit, 'get_profile', { profileId })
    if (!person) return undefined
    const { id, isCompleted, completedAssessments, disc, focus, core, quality, scoring } = person
    return {
      text: dataText({
        ...{ profileId: id, name: nameOf(person), isCompleted, completedAssessments },
        ...{ disc, focus, core, quality, scoring },
      }),
    }
  },
}

/** The debrief that is stored; none is written by reading. */
export const debrief: Document = {
  template: 'assessment://profiles/{profileId}/debrief',
  name: 'profile-debrief',
  title: 'Debrief of a person',
  description:
    'The debrief that is stored for one person. Where there is none yet, the tool get_behavioral_summary writes it.',
  mimeType: 'text/markdown',
  priority: 0.7,
  reads: () => 'get_debrief',
  async write({ profileId }, visit) {
    const found = await readOne<Debrief>(visit, 'get_debrief', { profileId })
    if (!found) return undefined
    const { id, locale, stale, updatedAt } = found
    return {
      text: found.content,
      _meta: {
        'timbre/debriefId': id,
        'timbre/locale': locale,
        'timbre/stale': stale,
        'timbre/updatedAt': updatedAt,
      },
    }
  },
}

type Debrief = { id: string; content: string; locale: string; stale: boolean; updatedAt: string }
