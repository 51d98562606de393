import { reportFixtures } from '../../../content/report-fixtures.ts'
import { locales } from '../../../contract/locale.ts'
import { dataText } from '../data.ts'
import { read } from '../reading.ts'
import type { Document } from './document.ts'

/** What reports say of each value, style and level: the same texts as those of the REST interface. */
export const fixtures: Document = {
  template: 'assessment://fixtures/{locale}/{assessment}/report',
  name: 'report-fixtures',
  title: 'Report texts of an assessment',
  description: 'What reports say of every Core value, DISC style or Focus trait and facet, in one language.',
  mimeType: 'application/json',
  priority: 0.4,
  reads: ({ assessment }) => (isReported(assessment) ? operations[assessment] : undefined),
  async write({ locale, assessment }, visit) {
    if (!isReported(assessment)) return undefined
    const { resource } = await read<unknown[]>(visit, operations[assessment], { locale })
    return { text: dataText({ locale, assessment, reportFixtures: resource }) }
  },
  absent: {
    locale_not_available:
      'The report texts are not there in this language yet. resources/list names those that are.',
  },
  get listed() {
    return locales
      .filter((locale) => reportFixtures.has(locale))
      .flatMap((locale) =>
        reported.map((assessment) => ({
          parts: { locale, assessment },
          name: `report-fixtures-${locale}-${assessment}`,
          title: `Report texts: ${names[assessment]} (${locale})`,
        })),
      )
  },
}

const operations = {
  core: 'get_core_report_fixtures',
  disc: 'get_disc_report_fixtures',
  focus: 'get_focus_report_fixtures',
} as const

/** Assessments that have report texts. */
export const reported = Object.keys(operations) as (keyof typeof operations)[]

const names = { core: 'Core', disc: 'DISC', focus: 'Focus' }

function isReported(assessment: string): assessment is keyof typeof operations {
  return Object.hasOwn(operations, assessment)
}
