import type { Letter } from '../../../scoring/results.ts'

/** A facet on one side, or a leading letter. */
export type Condition = readonly [facet: string, side: 'high' | 'low'] | Letter

export type Relation = {
  readonly id: string
  readonly kind: 'tension' | 'reinforcement' | 'contradiction'
  readonly conditions: readonly [Condition, Condition]
}

/** Pairs of facts with a text of their own: two facts that conflict, agree, or seem not to fit. */
export const relations: readonly Relation[] = [
  tension('goalsWithoutDiscipline', ['goalOriented', 'high'], ['discipline', 'low']),
  tension('leadWithoutTeam', ['leadership', 'high'], ['teamwork', 'low']),
  tension('createWithoutPrudence', ['creativity', 'high'], ['prudence', 'low']),
  tension('adventureWithOrder', ['adventureSeeking', 'high'], ['systemization', 'high']),
  tension('kindWithoutTrust', ['compassion', 'high'], ['trust', 'low']),
  tension('trustWithoutPrudence', ['trust', 'high'], ['prudence', 'low']),
  tension('sociableUneasy', ['sociability', 'high'], ['confidence', 'low']),
  tension('driveUnderStrain', ['goalOriented', 'high'], ['resilience', 'low']),
  tension('calmAndQuiet', ['composure', 'high'], ['emotionalAwareness', 'low']),
  tension('openButWary', ['openMindedness', 'high'], ['trust', 'low']),
  tension('sureOfSelf', ['selfBelief', 'high'], ['humility', 'low']),
  tension('doubtWithDuty', ['selfBelief', 'low'], ['responsibility', 'high']),
  tension('leadWithHeat', ['leadership', 'high'], ['temperance', 'low']),
  tension('newWithoutFinish', ['innovativeness', 'high'], ['discipline', 'low']),
  tension('busyAndTense', ['vigor', 'high'], ['composure', 'low']),
  tension('quietIdeas', ['creativity', 'high'], ['leadership', 'low']),
  tension('fairButBlunt', ['integrity', 'high'], ['compassion', 'low']),
  reinforcement('leadsWithD', ['leadership', 'high'], 'D'),
  reinforcement('friendlyWithI', ['friendliness', 'high'], 'I'),
  reinforcement('carefulWithC', ['prudence', 'high'], 'C'),
  reinforcement('teamWithS', ['teamwork', 'high'], 'S'),
  reinforcement('orderWithC', ['systemization', 'high'], 'C'),
  reinforcement('paceWithD', ['vigor', 'high'], 'D'),
  reinforcement('joyWithI', ['cheerfulness', 'high'], 'I'),
  reinforcement('calmWithS', ['composure', 'high'], 'S'),
  reinforcement('ideasTwice', ['creativity', 'high'], ['intellectualCuriosity', 'high']),
  reinforcement('trustInTeam', ['trust', 'high'], ['teamwork', 'high']),
  reinforcement('finishesGoals', ['goalOriented', 'high'], ['discipline', 'high']),
  reinforcement('steadyNerves', ['composure', 'high'], ['resilience', 'high']),
  contradiction('dWithoutLead', 'D', ['leadership', 'low']),
  contradiction('iWithoutCrowd', 'I', ['sociability', 'low']),
  contradiction('sWithoutCalm', 'S', ['composure', 'low']),
  contradiction('cWithoutOrder', 'C', ['systemization', 'low']),
  contradiction('cWithoutPause', 'C', ['prudence', 'low']),
  contradiction('sWithAdventure', 'S', ['adventureSeeking', 'high']),
]

function tension(id: string, ...conditions: [Condition, Condition]): Relation {
  return { id, kind: 'tension', conditions }
}

function reinforcement(id: string, ...conditions: [Condition, Condition]): Relation {
  return { id, kind: 'reinforcement', conditions }
}

function contradiction(id: string, ...conditions: [Condition, Condition]): Relation {
  return { id, kind: 'contradiction', conditions }
}
