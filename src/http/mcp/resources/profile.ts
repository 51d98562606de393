import { dataText } from '../data.ts'
import { nameOf, type Person } from '../people.ts'
import { read } from '../reading.ts'
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
    const { resource: person } = await read<Person>(visit, 'get_profile', { profileId })
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
    const { resource } = await read<Debrief>(visit, 'get_debrief', { profileId })
    const { id, content, locale, stale, updatedAt } = resource
    return {
      text: content,
      _meta: {
        'timbre/debriefId': id,
        'timbre/locale': locale,
        'timbre/stale': stale,
        'timbre/updatedAt': updatedAt,
      },
    }
  },
  absent: {
    debrief_not_found:
      'There is no debrief of this person yet. Call get_behavioral_summary with the id of the profile: it writes one ' +
      'where all assessments are completed.',
  },
}

type Debrief = { id: string; content: string; locale: string; stale: boolean; updatedAt: string }
