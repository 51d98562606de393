/**
 * Sentences that make the same point, by their places among the texts: two of them in one section would say it
 * twice.
 */
const points: Readonly<Record<string, string>> = {
  crowd: 'facets.confidence.high.say facets.sociability.high.say facets.friendliness.high.say',
  strangers: 'facets.confidence.low.say facets.friendliness.low.say',
  chair: 'letters.D.low facets.leadership.low.say',
  quietFeelings: 'letters.I.low facets.cheerfulness.low.say facets.emotionalAwareness.low.say',
  routine: 'letters.S.low facets.innovativeness.high.say',
  roughStart: 'letters.C.low facets.systemization.low.say',
  knownWay: 'facets.innovativeness.low.say facets.creativity.low.say traits.flexibility.low',
  newWay: 'facets.innovativeness.high.say traits.flexibility.high',
  lastCheck:
    'styles.C.pressure facets.selfBelief.low.strain facets.aestheticAppreciation.high.strain ' +
    'facets.intellectualCuriosity.high.strain',
  overturned:
    'styles.SC.pressure styles.CS.pressure facets.innovativeness.low.strain facets.discipline.high.strain',
  weighs: 'facets.emotionalAwareness.high.strain facets.compassion.high.strain',
  calmFace:
    'facets.temperance.high.avoid facets.resilience.high.avoid styles.SD.avoid styles.SD.avoidToo ' +
    'facets.teamwork.high.avoid styles.S.avoidToo',
  newTask: 'values.adventure.do values.adventure.doToo facets.adventureSeeking.high.do',
  background: 'values.wisdom.do values.wisdom.doToo facets.intellectualCuriosity.high.do',
  wholeTask: 'values.freedom.do values.freedom.doToo facets.selfBelief.high.do',
  credit: 'values.recognition.do facets.humility.high.do',
  earlyNews:
    'values.security.do values.security.doToo facets.innovativeness.low.do facets.discipline.high.do styles.S.do ' +
    'styles.S.doToo styles.CS.do styles.SC.do',
  question: 'facets.confidence.low.do styles.C.doToo styles.CS.doToo styles.CS.avoid',
}

const pointOfPlace = new Map(
  Object.entries(points).flatMap(([point, places]) =>
    places.split(' ').map((place) => [place, point] as const),
  ),
)

/** What the sentence at a place says, if others say it as well. */
export function pointOf(place: string): string | undefined {
  return pointOfPlace.get(place)
}
