import { escapedJson } from '../escaped-json.ts'
import { runQuery } from '../queries.ts'
import type { ResourceDocument } from './document.ts'

const names = { core: 'Core', disc: 'DISC', focus: 'Focus' }

/** The report texts of each value, style and level, as in the REST API. */
export const reportFixturesDocument: ResourceDocument = {
  template: 'assessment://fixtures/{locale}/{assessment}/report',
  name: 'report-fixtures',
  title: 'Report texts of an assessment',
  description: 'Report texts for every Core value, DISC style or Focus trait and facet, in one language.',
  mimeType: 'application/json',
  priority: 0.4,
  queryFor: ({ assessment }) => (hasFixtures(assessment) ? operations[assessment] : undefined),
  async render({ locale, assessment }, context) {
    if (!hasFixtures(assessment)) return undefined
    const { resource } = await runQuery<unknown[]>(context, operations[assessment], { locale })
    return { text: escapedJson({ locale, assessment, reportFixtures: resource }) }
  },
  /** English only: other languages are reached through the template and its completion. */
  listed: ['core', 'disc', 'focus'].map((assessment) => ({
    variables: { locale: 'en', assessment },
    name: `report-fixtures-en-${assessment}`,
    title: `Report texts: ${names[assessment as keyof typeof names]} (en)`,
  })),
}

const operations = {
  core: 'get_core_report_fixtures',
  disc: 'get_disc_report_fixtures',
  focus: 'get_focus_report_fixtures',
} as const

/** Assessments that have report texts. */
export const assessmentsWithFixtures = Object.keys(operations) as (keyof typeof operations)[]

function hasFixtures(assessment: string): assessment is keyof typeof operations {
  return Object.hasOwn(operations, assessment)
}
