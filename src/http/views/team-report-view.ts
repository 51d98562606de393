import type { PageView } from './page-view.ts'
import type { ReportPageWords } from './report-view.ts'

/** Fixed texts of a team's page: `page` in `content/locales/<locale>/team.json`. */
export type TeamPageWords = Readonly<
  Record<
    | 'title'
    | 'counts'
    | 'people'
    | 'doubtful'
    | 'traits'
    | 'values'
    | 'differences'
    | 'higher'
    | 'lower'
    | 'noDifferences'
    | 'together'
    | 'togetherNote'
    | 'ask'
    | 'askNote'
    | 'notice',
    string
  >
>

/** `GET /r/{token}` of a team. Charts are markup, escaped by `src/charts`. */
export type TeamReportView = PageView & {
  readonly accountName: string
  readonly page: ReportPageWords
  readonly words: TeamPageWords
  /** `form` and `sheet` of the results page, for the printed foot. */
  readonly foot: { readonly form: string; readonly sheet: string }
  readonly path: string
  readonly expiresAt: string
  /** When the data was read. */
  readonly readAt: string
  readonly timeZone?: string
  /** Labels of the tags; undefined for a list of people. */
  readonly labels: readonly string[]
  readonly forms: readonly string[]
  readonly profileCount: number
  readonly resultCount: number
  readonly lede: string
  readonly note?: string
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly initials: string
    readonly style?: string
    readonly isDoubtful: boolean
  }[]
  readonly figures: { readonly map?: string; readonly traits?: string; readonly values?: string }
  readonly differences: readonly {
    readonly label: string
    readonly text: string
    readonly high: readonly string[]
    readonly low: readonly string[]
  }[]
  readonly together: readonly string[]
  /** What two people may ask each other. */
  readonly questions: readonly string[]
}
