import { expect, test } from 'vitest'
import { buildSheet, type SheetTendencies } from '../../../scripts/simulation/build-sheet.ts'
import { simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { placeOf, readDebriefs } from '../../../test/support/read-debriefs.ts'
import { composeByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'
import type { Finding } from './findings/finding.ts'

/** Whether sentences fit each other: claims and denials, advice, and points made twice. */
const read = readDebriefs()

/** A claim and what reads as its denial, by place. */
const contradictions: readonly (readonly [RegExp, RegExp])[] = [
  [/^letters\.I\.low/, /^(facets\.humility\.low\.say|relations\.(sureOfSelf|boldInFight|leadsInOwnName))/],
  [/^letters\.I\.low/, /^(values\.(influence|recognition)\.(want|fit|gap))/],
  [/^letters\.D\.low/, /^(values\.(influence|achievement)\.(want|fit|gap))/],
  [/^letters\.S\.low/, /^(values\.(tradition|security)\.(want|fit))/],
  [
    /^(letters\.C\.low|relations\.(orderWithoutRules|planWithoutRules))/,
    /^(facets\.(responsibility|prudence)\.high\.say|values\.tradition\.fit)/,
  ],
  [
    /^(facets\.prudence\.low\.say|relations\.(createWithoutPrudence|fastAndFaithful|cWithoutPause))/,
    /^(facets\.discipline\.low\.say|relations\.(formLate|promisedLate|busyLateStart|looseAndLate))/,
  ],
  [/^letterWithValue\.\w\.adventure/, /^(facets\.adventureSeeking\.low\.say|relations\.quietPace)/],
  [
    /^(facets\.discipline\.high\.say|styles\.CS\.overview|relations\.(finishesGoals|orderOnTime))/,
    /^(facets\.selfControl\.low\.say|relations\.farAimNearTreat)/,
  ],
  [/^facets\.composure\.low\.say/, /^facets\.adventureSeeking\.high\.say/],
  [/^values\.tradition\.want/, /^(facets\.innovativeness\.high\.say|relations\.newTwice)/],
  [/^values\.recognition\.want/, /^(facets\.humility\.high\.say|relations\.(leadsAndModest|quietlySure))/],
  [/^values\.care\.want/, /^facets\.generosity\.low\.say/],
  [/^relations\.iAmongStrangers/, /^facets\.friendliness\.high\.say/],
  [
    /^facets\.emotionalAwareness\.low\.say/,
    /^facets\.(cheerfulness\.high|teamwork\.low|optimism\.low|composure\.low)\.say/,
  ],
  [/^facets\.cheerfulness\.high\.say/, /^facets\.optimism\.low\.say/],
  [/^facets\.integrity\.low\.say/, /^(facets\.compassion\.high\.say|values\.care\.want)/],
  [/^facets\.humility\.low\.say/, /^facets\.confidence\.low\.say/],
  [/^facets\.creativity\.low\.say/, /^traits\.organization\.low/],
  [
    /^relations\.(iUnmoved|iWary|iGuards|iWithCare|iBehind|iAims|iTense)\./,
    /^(facets\.confidence\.low\.(say|strain)|relations\.(sociableUneasy|shy\w+|leadsButShy)\.)/,
  ],
  [
    /^relations\.(iUnmoved|iGuards|iWithCare|iBehind)\./,
    /^(facets\.friendliness\.low\.say|relations\.(quietDistance|reservedCompany|trustAtDistance|reservedJoy)\.)/,
  ],
  [
    /^styles\.(IS|SI|IC)\.overview/,
    /^(facets\.confidence\.low\.say|relations\.(sociableUneasy|shy\w+|leadsButShy)\.)/,
  ],
  [
    /^facets\.compassion\.high\.strain/,
    /^(facets\.(composure|optimism)\.high\.say|relations\.(steadyNerves|evenAndOver)\.)/,
  ],
  [/^relations\.(sWithHeat|sFast|sInFight)\./, /^facets\.innovativeness\.high\.say/],
  [
    /^relations\.(sWithHeat|sInFight|sWithoutCalm|sWithAdventure|sInCompany|sCreates|sAims|sLate)\./,
    /^facets\.vigor\.high\.say/,
  ],
  [
    /^styles\.(S|IS|SC|CS)\.pressure/,
    /^(facets\.openMindedness\.low\.(say|strain)|relations\.(sFirm|leadsFirmly|firmInOrder)\.)/,
  ],
  [/^styles\.(S|IS|SC|CS)\.pressure/, /^(facets\.leadership\.high\.say|relations\.(sLeads|leads\w+)\.)/],
  [/^styles\.S\.pressure/, /^(facets\.integrity\.low\.(say|strain)|relations\.(sBargains|guardedDeals)\.)/],
  [/^styles\.S\.pressure/, /^(facets\.generosity\.low\.say|relations\.(sGuards|guardsAndJudges)\.)/],
  [/^styles\.I\.pressure/, /^facets\.responsibility\.high\.say/],
  [/^styles\.IS\.pressure/, /^(facets\.prudence\.high\.say|relations\.(carefulPromises|iWithCare)\.)/],
  [/^facets\.systemization\.high\.strain/, /^facets\.(discipline|resilience)\.high\.say/],
  [
    /^facets\.aestheticAppreciation\.low\.strain/,
    /^(facets\.(prudence|goalOriented)\.high\.say|facets\.selfBelief\.low\.(say|strain)|styles\.C\w?\.(overview|pressure)|relations\.(cConcrete|cEnough|cInDoubt|cNew)\.)/,
  ],
  [
    /^facets\.selfBelief\.low\.(say|strain)/,
    /^facets\.(goalOriented\.low\.(say|strain)|aestheticAppreciation\.low\.say)/,
  ],
  [/^relations\.(cInDoubt|doubtWithDuty|doubtTwice)\./, /^facets\.goalOriented\.low\.(say|strain)/],
  [/^facets\.selfControl\.low\.(say|strain)/, /^facets\.vigor\.high\.say/],
  [/^facets\.sociability\.low\.strain/, /^facets\.(openMindedness\.low|teamwork\.low|leadership\.high)\.say/],
  [/^facets\.discipline\.high\.strain/, /^facets\.(temperance\.high|prudence\.low)\.say/],
  [/^facets\.trust\.low\.strain/, /^facets\.composure\.high\.say/],
  [/^letters\.D\.low/, /^facets\.openMindedness\.low\.say/],
  [/^letters\.C\.low/, /^facets\.selfBelief\.low\.say/],
  [/^letters\.I\.low/, /^facets\.temperance\.low\.say/],
  [/^traits\.stability\.high/, /^facets\.(emotionalAwareness|compassion)\.high\.(say|strain)/],
  [/^relations\.fairnessGuarded\./, /^(values\.care\.|relations\.care\w+\.)/],
  [
    /^(relations\.(cConcrete|concreteTwice|plainUse|pictureWithoutTheory)\.|facets\.intellectualCuriosity\.low\.say)/,
    /^(values\.wisdom\.want|letterWithValue\.\w\.wisdom|valuesPair\.wisdom)/,
  ],
  [
    /^(values\.adventure\.want|letterWithValue\.\w\.adventure)/,
    /^(facets\.innovativeness\.low\.say|relations\.(knownAndFast|plainAndKnown|openOldWays|ideasOldWays)\.)/,
  ],
  [
    /^(values\.care\.want|letterWithValue\.\w\.care)/,
    /^(facets\.compassion\.low\.say|relations\.(guardsAndJudges|fairButBlunt|opensWithoutPity)\.)/,
  ],
  [
    /^(values\.fairness\.want|letterWithValue\.\w\.fairness)/,
    /^(facets\.integrity\.low\.(say|strain)|relations\.(guardedDeals|sBargains|warmBargain|bargainsWithoutContest)\.)/,
  ],
  [
    /^facets\.selfBelief\.high\.say/,
    /^(facets\.discipline\.low\.(say|strain)|relations\.(formLate|busyLateStart|quickYesLateStart)\.)/,
  ],
  [/^relations\.(sureAndBound|kindAndTrusting|helpsAndFeels)\./, /^facets\.prudence\.high\.(say|strain)/],
  [
    /^values\.freedom\.wantToo/,
    /^(facets\.innovativeness\.low\.say|relations\.(plainAndKnown|knownAndFast|openOldWays|ideasOldWays)\.)/,
  ],
  [
    /^letterWithValue\.S\.(freedom|adventure|enjoyment|achievement|wealth|security|tradition)/,
    /^facets\.vigor\.high\.say/,
  ],
  [/^letterWithValue\.S\.recognition/, /^facets\.(confidence\.high|leadership\.high|humility\.low)\.say/],
  [
    /^letterWithValue\.(S\.(influence|fairness|familyHappiness)|C\.influence)/,
    /^facets\.openMindedness\.low\.(say|strain)/,
  ],
  [/^relations\.easyAndCalm\./, /^facets\.discipline\.high\.say/],
  [
    /^relations\.(shyAndApart|quietIdeas|straightInPeace|leadsInPeace)\./,
    /^facets\.openMindedness\.low\.say/,
  ],
  [/^relations\.leadsInPeace\./, /^facets\.prudence\.low\.say/],
  [/^values\.familyHappiness/, /^facets\.goalOriented\.high\.strain/],
  [/^values\.adventure\./, /^facets\.innovativeness\.low\.strain/],
  [/^values\.security\./, /^facets\.responsibility\.low\.strain/],
  [/^styles\.CS\.pressure/, /^(facets\.innovativeness\.high\.say|traits\.flexibility\.high|relations\.cNew)/],
  [/^facets\.aestheticAppreciation\.high\.(say|strain)/, /^facets\.goalOriented\.low\.(say|strain)/],
]

test('no claim stands next to its denial without a sentence that names both', () => {
  const found = read.flatMap(({ pieces }) => {
    const own = pieces.map(placeOf)
    return contradictions.flatMap(([claim, denial]) => {
      const [one, other] = [own.find((place) => claim.test(place)), own.find((place) => denial.test(place))]
      return one && other ? [`${one} ${other}`] : []
    })
  })
  expect(found).toEqual([])
})

test.each<[string, SheetTendencies]>([
  ['influenceWithoutOrders', { letters: { D: -3 }, values: ['influence'] }],
  ['achievementWithoutContest', { letters: { D: -3 }, values: ['achievement'] }],
  ['recognitionWithoutStage', { letters: { I: -3 }, values: ['recognition'] }],
  ['influenceWithoutStage', { letters: { I: -3 }, values: ['influence'] }],
  ['quickYesLateStart', { facets: { prudence: 1, discipline: 1 } }],
  ['daringWithWorry', { letters: { D: 2 }, facets: { adventureSeeking: 5, composure: 1 } }],
  ['feelsWithoutWorry', { facets: { emotionalAwareness: 5, composure: 5 } }],
  ['rulesForPeople', { facets: { responsibility: 1, compassion: 5 } }],
  ['formWithoutRules', { letters: { C: -3 }, facets: { aestheticAppreciation: 5 } }],
  ['bargainsWithoutContest', { letters: { D: -3 }, facets: { integrity: 1 } }],
  ['cPlain', { letters: { C: 3 }, facets: { aestheticAppreciation: 1 } }],
  ['adventureOldWays', { values: ['adventure'], facets: { innovativeness: 1 } }],
  ['traditionDaring', { letters: { D: 2 }, values: ['tradition'], facets: { adventureSeeking: 5 } }],
  ['traditionAndAdventure', { values: ['tradition', 'adventure'] }],
  ['influenceModest', { values: ['influence'], facets: { humility: 5 } }],
  ['careWary', { values: ['care'], facets: { trust: 1 } }],
])('someone of whom both are true reads how they go together: %s', (relation, tendencies) => {
  const facts = extractFacts(simulatedBasis(buildSheet(tendencies), 'p'))
  const own = composeByRules({ facts, locale: 'en' }).flatMap(({ pieces }) => pieces.map(placeOf))
  expect(own.filter((place) => place.startsWith(`relations.${relation}.`))).toHaveLength(1)
})

test('a facet that agrees with the leading letter is said alone if its section has other statements', () => {
  const repeats =
    /^relations\.(leadsWithD|friendlyWithI|carefulWithC|teamWithS|orderWithC|paceWithD|joyWithI|calmWithS)\.say/
  for (const { sections } of read) {
    for (const { pieces } of sections) {
      const statements = pieces.filter(({ says, sure }) => says.length > 0 && sure !== undefined)
      const repeat = statements.find((piece) => repeats.test(placeOf(piece)))
      if (repeat) expect(statements.filter(({ sure }) => sure).length).toBeLessThan(3)
    }
  }
})

/**
 * Advice, and the sides of facets, values or leading letters of people whom it contradicts, who do it anyway, or whom it
 * calls the others.
 */
const unfit: readonly (readonly [RegExp, string])[] = [
  [/^values\.familyHappiness\.do$/, 'innovativeness.high'],
  [/^styles\.S\.(do|avoid)|^styles\.SC\.avoid|^styles\.CS\.do/, 'innovativeness.high'],
  [/^facets\.discipline\.high\.do/, 'innovativeness.high'],
  [/^facets\.cheerfulness\.high\.experiment/, 'compassion.low'],
  [/^facets\.humility\.low\.experiment/, 'selfBelief.low'],
  [/^values\.adventure\.do/, 'adventureSeeking.low'],
  [/^values\.enjoyment\.doToo/, 'sociability.low'],
  [/^facets\.adventureSeeking\.high\.do/, 'innovativeness.low'],
  [/^styles\.S\.doToo$/, 'prudence.low'],
  [/^styles\.S\.avoidToo$/, 'openMindedness.low'],
  [/^(styles\.(S\.do|S\.doToo|SC\.doToo|CS\.do|CS\.doToo))$/, 'innovativeness.high'],
  [/^withLetters(Too)?\.S\.D$/, 'prudence.low'],
  [/^facets\.innovativeness\.high\.(avoid|colleague|experiment)$/, 'value.tradition'],
  [/^values\.adventure\.(do|doToo)$/, 'innovativeness.low adventureSeeking.low'],
  [/^facets\.adventureSeeking\.high\.(do|colleague)$/, 'value.security'],
  [/^facets\.adventureSeeking\.low\.colleague$/, 'value.adventure'],
  [/^facets\.cheerfulness\.high\.colleague$/, 'composure.low optimism.low'],
  [/^facets\.compassion\.high\.colleague$/, 'letter.C'],
  [/^facets\.(compassion|generosity)\.low\.colleague$/, 'value.care'],
  [/^facets\.composure\.low\.colleague$/, 'temperance.high resilience.high'],
  [/^facets\.temperance\.low\.colleague$/, 'composure.high resilience.high'],
  [/^facets\.resilience\.low\.colleague$/, 'composure.high'],
  [/^facets\.resilience\.high\.colleague$/, 'composure.low'],
  [/^facets\.confidence\.low\.colleague$/, 'sociability.high friendliness.high letter.I'],
  [/^facets\.friendliness\.low\.colleague$/, 'sociability.high trust.high'],
  [/^facets\.sociability\.low\.colleague$/, 'cheerfulness.high letter.I'],
  [/^facets\.emotionalAwareness\.high\.colleague$/, 'temperance.high'],
  [/^facets\.emotionalAwareness\.low\.colleague$/, 'compassion.high temperance.low'],
  [/^facets\.goalOriented\.low\.colleague$/, 'value.achievement'],
  [/^facets\.intellectualCuriosity\.low\.colleague$/, 'value.wisdom'],
  [/^facets\.innovativeness\.low\.colleague$/, 'value.adventure adventureSeeking.high'],
  [/^facets\.innovativeness\.high\.colleague$/, 'letter.S'],
  [/^facets\.(integrity|responsibility)\.low\.colleague$/, 'value.fairness'],
  [/^facets\.leadership\.low\.colleague$/, 'value.influence letter.D'],
  [/^facets\.openMindedness\.low\.colleague$/, 'prudence.high'],
  [/^facets\.optimism\.high\.colleague$/, 'selfBelief.low'],
  [/^facets\.prudence\.low\.colleague$/, 'openMindedness.high letter.C'],
  [/^facets\.prudence\.high\.colleague$/, 'letter.D'],
  [/^facets\.selfBelief\.high\.colleague$/, 'optimism.low'],
  [/^facets\.selfBelief\.low\.colleague$/, 'optimism.high'],
  [/^facets\.selfControl\.high\.colleague$/, 'value.enjoyment'],
  [/^facets\.selfControl\.low\.colleague$/, 'discipline.high'],
  [/^facets\.teamwork\.low\.colleague$/, 'letter.S'],
  [/^facets\.trust\.high\.colleague$/, 'letter.C prudence.high'],
  [/^facets\.vigor\.high\.colleague$/, 'letter.S prudence.high'],
  [/^experiments\.S$/, 'teamwork.low generosity.low'],
  [/^experiments\.D$/, 'openMindedness.high prudence.high'],
  [/^experiments\.I$/, 'systemization.high discipline.high'],
  [/^experiments\.C$/, 'prudence.low aestheticAppreciation.low'],
  [/^facets\.temperance\.high\.experiment$/, 'teamwork.low integrity.high'],
  [/^facets\.temperance\.low\.experiment$/, 'teamwork.high'],
  [/^facets\.teamwork\.low\.experiment$/, 'temperance.high'],
  [/^facets\.responsibility\.high\.experiment$/, 'prudence.high'],
  [/^facets\.openMindedness\.high\.experiment$/, 'teamwork.low leadership.high'],
  [/^facets\.systemization\.high\.experiment$/, 'discipline.high'],
  [/^facets\.aestheticAppreciation\.high\.experiment$/, 'goalOriented.low'],
]

test('no advice contradicts what is clear of the person, or asks for what they do anyway', () => {
  const found = read.flatMap(({ findings, pieces }) =>
    unfit.flatMap(([advice, list]) =>
      list.split(' ').some((one) => findings.some((finding) => isOf(finding, one)))
        ? pieces.map(placeOf).filter((place) => advice.test(place))
        : [],
    ),
  )
  expect(found).toEqual([])
})

function isOf({ id, salience, subject }: Finding, one: string): boolean {
  if (subject.kind === 'style') return subject.style !== 'even' && one === `letter.${subject.style.charAt(0)}`
  if (subject.kind === 'value')
    return ['first', 'second', 'third'].includes(subject.rank) && one === `value.${subject.value}`
  return id === `facet.${one}` && salience >= 7
}

/** Sentences that make the same point, by place. */
const alike: readonly RegExp[] = [
  /^facets\.(confidence|sociability|friendliness)\.high\.say/,
  /^facets\.(confidence|friendliness)\.low\.say/,
  /^(letters\.D\.low|facets\.leadership\.low\.say)/,
  /^(letters\.I\.low|facets\.(cheerfulness|emotionalAwareness)\.low\.say)/,
  /^(letters\.S\.low|facets\.innovativeness\.high\.say)/,
  /^(letters\.C\.low|facets\.systemization\.low\.say)/,
  /^(facets\.(innovativeness|creativity)\.low\.say|traits\.flexibility\.low)/,
  /^(styles\.C\.pressure|facets\.(selfBelief\.low|aestheticAppreciation\.high|intellectualCuriosity\.high)\.strain)/,
  /^(styles\.(SC|CS)\.pressure|facets\.(innovativeness\.low|discipline\.high)\.strain)/,
  /^facets\.(emotionalAwareness|compassion)\.high\.strain/,
  /^(facets\.(temperance|resilience|teamwork)\.high\.avoid|styles\.(SD\.avoid|SD\.avoidToo|S\.avoidToo))$/,
  /^(values\.adventure\.do(Too)?|facets\.adventureSeeking\.high\.do)$/,
  /^(values\.wisdom\.do(Too)?|facets\.intellectualCuriosity\.high\.do)$/,
  /^(values\.freedom\.do(Too)?|facets\.selfBelief\.high\.do)$/,
  /^(values\.recognition\.do|facets\.humility\.high\.do)$/,
  /^(values\.security\.do(Too)?|facets\.innovativeness\.low\.do|facets\.discipline\.high\.do|styles\.(S\.do|S\.doToo|CS\.do|SC\.do))$/,
  /^(facets\.confidence\.low\.do|styles\.(C|CS)\.doToo|styles\.CS\.avoid)$/,
]

test('hardly any section makes a point twice', () => {
  const found = read.flatMap(({ sections }) =>
    sections.flatMap(({ pieces }) =>
      alike.flatMap((point) => {
        const own = pieces.map(placeOf).filter((place) => point.test(place))
        return own.length > 1 ? [own] : []
      }),
    ),
  )
  // Only where the section would have one sentence.
  expect(
    found.filter((own) => !own.every((place) => /\.(do|doToo|avoid|avoidToo)$/.test(place))).length,
  ).toBeLessThan(4)
  expect(found.filter((own) => own.every((place) => /\.(do|doToo|avoid|avoidToo)$/.test(place)))).toEqual([])
})
