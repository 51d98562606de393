import { escapedJson } from '../escaped-json.ts'
import { type McpProfile, profileName } from '../profiles.ts'
import { runQuery } from '../queries.ts'
import type { ResourceDocument } from './document.ts'

/** One person's results, without addresses and times. */
export const resultsDocument: ResourceDocument = {
  template: 'assessment://profiles/{profileId}/results',
  name: 'profile-results',
  title: 'Results of a person',
  description: 'What one person has completed, with DISC, Focus and Core scores and response quality.',
  mimeType: 'application/json',
  priority: 0.7,
  queryFor: () => 'get_profile',
  async render({ profileId }, context) {
    const { resource: person } = await runQuery<McpProfile>(context, 'get_profile', { profileId })
    const { id, isCompleted, completedAssessments, disc, focus, core, quality, scoring } = person
    return {
      text: escapedJson({
        profileId: id,
        name: profileName(person),
        isCompleted,
        completedAssessments,
        disc,
        focus,
        core,
        quality,
        scoring,
      }),
    }
  },
}

/** The stored debrief. Reading generates none. */
export const debriefDocument: ResourceDocument = {
  template: 'assessment://profiles/{profileId}/debrief',
  name: 'profile-debrief',
  title: 'Debrief of a person',
  description:
    'The stored debrief of one person. If there is none yet, the tool get_behavioral_summary writes ' + 'it.',
  mimeType: 'text/markdown',
  priority: 0.7,
  queryFor: () => 'get_debrief',
  async render({ profileId }, context) {
    const { resource } = await runQuery<Debrief>(context, 'get_debrief', { profileId })
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
  notFoundMessages: {
    debrief_not_found:
      'This person has no debrief yet. Call get_behavioral_summary with the id of the profile: it ' +
      'writes one once all assessments are completed.',
  },
}

type Debrief = { id: string; content: string; locale: string; stale: boolean; updatedAt: string }
