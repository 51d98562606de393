import type { CampaignPerson } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { words } from './words.ts'

/** Where someone is in a campaign: “Bounced”, “In Focus”. */
export function placeText({ step, assessment }: Pick<CampaignPerson, 'step' | 'assessment'>): string {
  return step === 'started' && assessment
    ? fill(words.inAssessment, { assessment: assessmentNames[assessment] })
    : words.places[step]
}
