import type { Letter } from '../../../scoring/results.ts'

/** A facet on one side, a leading letter, the lowest letter, or one of the first three values. */
export type Condition =
  | readonly [facet: string, side: 'high' | 'low']
  | Letter
  | { readonly least: Letter }
  | { readonly value: string }

export function isOfFacet(condition: Condition): condition is readonly [facet: string, side: 'high' | 'low'] {
  return Array.isArray(condition)
}

/** The section that a relation belongs to, unless it is a headline. */
export type RelationSection = 'impression' | 'best' | 'pressure' | 'drives'

type RelationKind = 'tension' | 'reinforcement' | 'contradiction'

export type Relation = {
  readonly id: string
  readonly kind: RelationKind
  readonly section: RelationSection
  readonly conditions: readonly [Condition, Condition]
}

const high = (facet: string): Condition => [facet, 'high']
const low = (facet: string): Condition => [facet, 'low']
const value = (key: string): Condition => ({ value: key })
const least = (letter: Letter): Condition => ({ least: letter })

/**
 * Pairs of facts with a text of their own, by the section that it belongs to: two facts that conflict, agree, or seem
 * not to fit.
 */
export const relations: readonly Relation[] = [
  ...inSection('impression', {
    tension: {
      leadWithoutTeam: [high('leadership'), low('teamwork')],
      kindWithoutTrust: [high('compassion'), low('trust')],
      trustWithoutPrudence: [high('trust'), low('prudence')],
      sociableUneasy: [high('sociability'), low('confidence')],
      openButWary: [high('openMindedness'), low('trust')],
      quietIdeas: [high('creativity'), low('leadership')],
      fairButBlunt: [high('integrity'), low('compassion')],
      warmInSmall: [high('friendliness'), low('sociability')],
      reservedCompany: [low('friendliness'), high('sociability')],
      leadsButShy: [high('leadership'), low('confidence')],
      leadsAndModest: [high('leadership'), high('humility')],
      leadsInPeace: [high('leadership'), high('teamwork')],
      feelsButGuards: [high('compassion'), low('generosity')],
      helpsDryly: [high('generosity'), low('compassion')],
      feelsAndJudges: [high('emotionalAwareness'), low('compassion')],
      warmButWary: [high('friendliness'), low('trust')],
      openButCombative: [high('openMindedness'), low('teamwork')],
      trustAtDistance: [low('friendliness'), high('trust')],
      givesWithoutAsking: [high('generosity'), low('trust')],
      quietJoy: [high('compassion'), low('cheerfulness')],
      straightInPeace: [high('integrity'), high('teamwork')],
      cheerfulAndTense: [high('cheerfulness'), low('composure')],
      easyOutsideTense: [high('confidence'), low('composure')],
      shyAndOver: [low('confidence'), high('optimism')],
    },
    reinforcement: {
      leadsWithD: [high('leadership'), 'D'],
      friendlyWithI: [high('friendliness'), 'I'],
      teamWithS: [high('teamwork'), 'S'],
      joyWithI: [high('cheerfulness'), 'I'],
      trustInTeam: [high('trust'), high('teamwork')],
      warmAndSociable: [high('friendliness'), high('sociability')],
      quietDistance: [low('friendliness'), low('sociability')],
      shyAndApart: [low('sociability'), low('confidence')],
      helpsAndFeels: [high('generosity'), high('compassion')],
      guardsAndJudges: [low('generosity'), low('compassion')],
      helpsModestly: [high('generosity'), high('humility')],
      guardedDeals: [low('integrity'), low('trust')],
      leadsInOwnName: [high('leadership'), low('humility')],
      boldInFight: [low('humility'), low('teamwork')],
      reservedJoy: [low('cheerfulness'), low('friendliness')],
      kindAndTrusting: [high('compassion'), high('trust')],
      straightAndTrusting: [high('integrity'), high('trust')],
      modestInSecond: [high('humility'), low('leadership')],
      shyAndTense: [low('confidence'), low('composure')],
      waryAndTense: [low('trust'), low('composure')],
    },
    contradiction: {
      dWithoutLead: ['D', low('leadership')],
      dInPeace: ['D', high('teamwork')],
      dModest: ['D', high('humility')],
      iWithoutCrowd: ['I', low('sociability')],
      iAmongStrangers: ['I', low('confidence')],
      iAtDistance: ['I', low('friendliness')],
      sInFight: ['S', low('teamwork')],
      leadsWithoutStage: [least('I'), high('leadership')],
      companyWithoutStage: [least('I'), high('sociability')],
      boldWithoutStage: [least('I'), high('confidence')],
      leadsWithoutContest: [least('D'), high('leadership')],
    },
  }),
  ...inSection('best', {
    tension: {
      goalsWithoutDiscipline: [high('goalOriented'), low('discipline')],
      createWithoutPrudence: [high('creativity'), low('prudence')],
      adventureWithOrder: [high('adventureSeeking'), high('systemization')],
      sureOfSelf: [high('selfBelief'), low('humility')],
      doubtWithDuty: [low('selfBelief'), high('responsibility')],
      newWithoutFinish: [high('innovativeness'), low('discipline')],
      orderBeforeStart: [high('systemization'), low('discipline')],
      fastAndFaithful: [low('prudence'), high('responsibility')],
      promisedLate: [high('responsibility'), low('discipline')],
      aimsInDoubt: [high('goalOriented'), low('selfBelief')],
      quietlySure: [high('selfBelief'), high('humility')],
      pictureWithoutTheory: [high('creativity'), low('intellectualCuriosity')],
      principleWithoutPicture: [high('intellectualCuriosity'), low('creativity')],
      ideasOldWays: [high('creativity'), low('innovativeness')],
      openOldWays: [high('openMindedness'), low('innovativeness')],
      formLate: [high('aestheticAppreciation'), low('discipline')],
      newWithCare: [high('innovativeness'), high('prudence')],
      knownAndFast: [low('innovativeness'), low('prudence')],
      busyLateStart: [high('vigor'), low('discipline')],
      easyButAmbitious: [low('vigor'), high('goalOriented')],
      plannedAndTempted: [high('discipline'), low('selfControl')],
      daringWithCare: [high('adventureSeeking'), high('prudence')],
      newOnSafeGround: [high('innovativeness'), low('adventureSeeking')],
      formWithoutOrder: [high('aestheticAppreciation'), low('systemization')],
      enoughOnTime: [low('goalOriented'), high('discipline')],
      dutyWithoutMore: [low('goalOriented'), high('responsibility')],
      farAimNearTreat: [high('goalOriented'), low('selfControl')],
      feelsInOrder: [high('emotionalAwareness'), high('systemization')],
      feelsWithCare: [high('emotionalAwareness'), high('prudence')],
      quickYesLateStart: [low('prudence'), low('discipline')],
      daringWithWorry: [high('adventureSeeking'), low('composure')],
      busyAndTense: [high('vigor'), low('composure')],
      temptedAndCalm: [low('selfControl'), high('composure')],
      strictAndTense: [high('selfControl'), low('composure')],
    },
    reinforcement: {
      carefulWithC: [high('prudence'), 'C'],
      orderWithC: [high('systemization'), 'C'],
      paceWithD: [high('vigor'), 'D'],
      ideasTwice: [high('creativity'), high('intellectualCuriosity')],
      finishesGoals: [high('goalOriented'), high('discipline')],
      orderOnTime: [high('systemization'), high('discipline')],
      looseAndLate: [low('systemization'), low('discipline')],
      carefulPromises: [high('prudence'), high('responsibility')],
      newTwice: [high('creativity'), high('innovativeness')],
      formAndOrder: [high('aestheticAppreciation'), high('systemization')],
      formAndFeeling: [high('aestheticAppreciation'), high('emotionalAwareness')],
      quietPace: [low('vigor'), low('adventureSeeking')],
      plainUse: [low('aestheticAppreciation'), low('intellectualCuriosity')],
      busyWithMore: [high('vigor'), high('goalOriented')],
      openAndCurious: [high('openMindedness'), high('intellectualCuriosity')],
      plainAndKnown: [low('creativity'), low('innovativeness')],
      concreteTwice: [low('creativity'), low('intellectualCuriosity')],
      enoughAndLate: [low('goalOriented'), low('discipline')],
      lateAndTempted: [low('discipline'), low('selfControl')],
      feelsInDoubt: [high('emotionalAwareness'), low('selfBelief')],
      formAndAim: [high('aestheticAppreciation'), high('goalOriented')],
      firmInOrder: [low('openMindedness'), high('systemization')],
      sureAndBound: [high('selfBelief'), high('responsibility')],
      easyAndCalm: [low('vigor'), high('composure')],
      strictAndHard: [high('selfControl'), low('optimism')],
    },
    contradiction: {
      dInDoubt: ['D', low('selfBelief')],
      sWithNew: ['S', high('innovativeness')],
      sWithAdventure: ['S', high('adventureSeeking')],
      cWithoutOrder: ['C', low('systemization')],
      cWithoutPause: ['C', low('prudence')],
      cStartsLate: ['C', low('discipline')],
      cAroundRules: ['C', low('responsibility')],
      orderWithoutRules: [least('C'), high('systemization')],
      planWithoutRules: [least('C'), high('discipline')],
    },
  }),
  ...inSection('pressure', {
    tension: {
      driveUnderStrain: [high('goalOriented'), low('resilience')],
      calmAndQuiet: [high('composure'), low('emotionalAwareness')],
      leadWithHeat: [high('leadership'), low('temperance')],
      peaceWithHeat: [high('teamwork'), low('temperance')],
      calmInFight: [low('teamwork'), high('temperance')],
      calmButQuick: [high('composure'), low('temperance')],
      calmThenFull: [high('composure'), low('resilience')],
      calmThenHard: [high('composure'), low('optimism')],
      worryThenClear: [low('composure'), high('resilience')],
      quickAndOver: [low('temperance'), high('optimism')],
      evenButHard: [high('temperance'), low('optimism')],
      sureButHard: [high('selfBelief'), low('optimism')],
      feelsAndKeepsEven: [high('emotionalAwareness'), high('temperance')],
      shyButClear: [low('confidence'), high('resilience')],
      patientWithLimit: [high('temperance'), low('resilience')],
      dutyWithLimit: [high('responsibility'), low('resilience')],
      helpsWithLimit: [high('generosity'), low('resilience')],
      fastAndTense: [low('prudence'), low('composure')],
      leadsWithLimit: [high('leadership'), low('resilience')],
    },
    reinforcement: {
      calmWithS: [high('composure'), 'S'],
      steadyNerves: [high('composure'), high('resilience')],
      worryTwice: [low('composure'), low('optimism')],
      temptedUnderLoad: [low('selfControl'), low('resilience')],
      heatWithLimit: [low('temperance'), low('resilience')],
      doubtTwice: [low('selfBelief'), low('optimism')],
      carefulAndTense: [high('prudence'), low('composure')],
      evenAndOver: [high('temperance'), high('optimism')],
      quietAndClear: [low('emotionalAwareness'), high('resilience')],
      aimsAndTense: [high('goalOriented'), low('composure')],
    },
    contradiction: {
      sWithoutCalm: ['S', low('composure')],
      sWithHeat: ['S', low('temperance')],
      calmWithoutPatience: [least('S'), high('composure')],
    },
  }),
  ...inSection('drives', {
    tension: {
      securityAndAdventure: [value('security'), value('adventure')],
      freedomAndSecurity: [value('freedom'), value('security')],
      freedomAndTradition: [value('freedom'), value('tradition')],
      achievementAndFamily: [value('achievement'), value('familyHappiness')],
      achievementAndEnjoyment: [value('achievement'), value('enjoyment')],
      wealthAndCare: [value('wealth'), value('care')],
      recognitionModest: [value('recognition'), high('humility')],
      careGuarded: [value('care'), low('generosity')],
      achievementLate: [value('achievement'), low('discipline')],
      influenceShy: [value('influence'), low('confidence')],
      securityDaring: [value('security'), high('adventureSeeking')],
      familyBeyond: [value('familyHappiness'), high('goalOriented')],
      fairnessHeat: [value('fairness'), low('temperance')],
      wisdomFast: [value('wisdom'), low('prudence')],
      adventureWorry: [value('adventure'), low('composure')],
      traditionNew: [value('tradition'), high('innovativeness')],
      wealthGenerous: [value('wealth'), high('generosity')],
      influenceWithoutOrders: [value('influence'), least('D')],
      achievementWithoutContest: [value('achievement'), least('D')],
      recognitionWithoutStage: [value('recognition'), least('I')],
      influenceWithoutStage: [value('influence'), least('I')],
    },
  }),
]

/** The relations with no `ask` of their own leave the questions to those of their facts. */
function inSection(
  section: RelationSection,
  byKind: Partial<Record<RelationKind, Readonly<Record<string, readonly [Condition, Condition]>>>>,
): Relation[] {
  return Object.entries(byKind).flatMap(([kind, pairs]) =>
    Object.entries(pairs).map(([id, conditions]) => ({
      id,
      kind: kind as RelationKind,
      section,
      conditions,
    })),
  )
}
