import type { PageView } from './page-view.ts'

/** `/technical/adverse-impact`: a form of counts, and what they come to once it was sent. */
export type ImpactView = PageView & {
  readonly path: string
  /** As many rows as the form shows; what was typed stands in them as it was typed. */
  readonly rows: readonly ImpactRow[]
  /** The smallest share that is judged, in per cent, as typed. */
  readonly share: { readonly value: string; readonly problem?: 'share' }
  /** Set when what was typed fits field by field, and is still too little. */
  readonly problem?: 'few'
  readonly maxGroups: number
  readonly maxPeople: number
  readonly maxCharacters: number
  /** Whether rows can still be added. */
  readonly canGrow: boolean
  readonly result?: ImpactResult
}

export type ImpactField = 'name' | 'selected' | 'total'
export type ImpactProblem = 'number' | 'tooMany' | 'moreThanAll' | 'tooLong'

export type ImpactRow = {
  readonly values: Readonly<Record<ImpactField, string>>
  readonly problems: Readonly<Partial<Record<ImpactField, ImpactProblem>>>
}

/** Figures written for the reader; left out where there is none. */
export type ImpactResult = {
  /** The group that the others are compared with, and its rate. */
  readonly reference?: { readonly name: string; readonly rate: string }
  readonly groups: readonly ImpactLine[]
}

export type ImpactLine = {
  readonly name: string
  readonly selected: string
  readonly total: string
  readonly rate?: string | undefined
  readonly ratio?: string | undefined
  readonly finding?: 'highest' | 'under' | 'reached' | 'unjudged' | undefined
  /** Left out for the group with the highest rate. */
  readonly difference?: {
    readonly z?: string | undefined
    readonly zChance?: string | undefined
    readonly exactChance: string
    readonly deviations?: string | undefined
    readonly isSmall: boolean
  }
  /** The ratio with one person exchanged; only below four fifths. */
  readonly exchange?: { readonly ratio?: string | undefined; readonly turned: boolean }
}
