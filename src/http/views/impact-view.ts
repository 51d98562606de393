import type { PageView } from './page-view.ts'

/** `/technical/adverse-impact`: a form of counts, and the result after it is submitted. */
export type ImpactView = PageView & {
  readonly path: string
  /** One per row of the form, with the input as typed. */
  readonly rows: readonly ImpactRow[]
  /** The smallest group share that is tested, in percent, as typed. */
  readonly share: { readonly value: string; readonly problem?: 'share' }
  /** Set if each field is valid, but the data is insufficient. */
  readonly problem?: 'few'
  readonly maxGroups: number
  readonly maxPeople: number
  readonly maxCharacters: number
  /** Whether more rows can be added. */
  readonly canGrow: boolean
  readonly result?: ImpactResult
}

export type ImpactField = 'name' | 'selected' | 'total'
export type ImpactProblem = 'number' | 'tooMany' | 'moreThanAll' | 'tooLong'

export type ImpactRow = {
  readonly values: Readonly<Record<ImpactField, string>>
  readonly problems: Readonly<Partial<Record<ImpactField, ImpactProblem>>>
}

/** Formatted numbers; undefined if there is none. */
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
  /** Undefined for the group with the highest rate. */
  readonly difference?: {
    readonly z?: string | undefined
    readonly zChance?: string | undefined
    readonly exactChance: string
    readonly deviations?: string | undefined
    readonly isSmall: boolean
  }
  /** The ratio with one person changed; only below four fifths. */
  readonly exchange?: { readonly ratio?: string | undefined; readonly turned: boolean }
}
