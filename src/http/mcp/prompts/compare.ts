import { invalid } from '../../../contract/failure.ts'
import { resolveProfile } from '../profiles.ts'
import { type Prompt, requiredArgument } from './prompt.ts'
import { comparedProfileData, readStoredDebrief } from './prompt-data.ts'
import { howToWriteDebrief, rules } from './rules.ts'

const nameOrId = 'a name or a profile id from list_profiles'

export const comparePeople: Prompt = {
  name: 'compare_two_people',
  title: 'Compare two people',
  description:
    'How two people tend to work, what they share, where they differ, and how they can work well together.',
  arguments: [
    { name: 'personA', description: `The first person: ${nameOrId}.`, required: true, completes: 'person' },
    { name: 'personB', description: `The second person: ${nameOrId}.`, required: true, completes: 'person' },
  ],
  queries: ['list_profiles', 'get_profile', 'get_debrief'],
  instructions: `Help me understand how two people tend to work, and how they can work well together. The next message contains JSON from Timbre: what personA and personB answered, and the stored debriefs.

Write, in plain words and at most 500:
1. What the two share.
2. Where they differ, and what each difference can bring and cost when they work together.
3. What each can do to make it easier for the other.
4. Three questions they can discuss, so that both can say where the scores don't fit.

${howToWriteDebrief}

${rules}`,
  async data(args, context) {
    const personA = await resolveProfile(context, 'personA', requiredArgument(args, 'personA'))
    const personB = await resolveProfile(context, 'personB', requiredArgument(args, 'personB'))
    if (personA.id === personB.id) {
      throw invalid('personA and personB are the same person. Give two.', { param: 'personB' })
    }
    const [debriefA, debriefB] = [
      await readStoredDebrief(context, personA.id),
      await readStoredDebrief(context, personB.id),
    ]
    return {
      personA: { ...comparedProfileData(personA), debrief: debriefA },
      personB: { ...comparedProfileData(personB), debrief: debriefB },
    }
  },
}
