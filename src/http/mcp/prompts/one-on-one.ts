import { resolveProfile } from '../profiles.ts'
import { type Prompt, requiredArgument } from './prompt.ts'
import { fullProfileData, readStoredDebrief } from './prompt-data.ts'
import { howToWriteDebrief, rules } from './rules.ts'

export const prepareOneOnOne: Prompt = {
  name: 'prepare_one_on_one',
  title: 'Prepare a one-on-one',
  description:
    'An outline for a conversation with one person, with questions that leave room for their own view.',
  arguments: [
    {
      name: 'person',
      description: 'The person you meet: a name or a profile id from list_profiles.',
      required: true,
      completes: 'person',
    },
    { name: 'goal', description: 'Purpose of the meeting, in a sentence.', required: false },
  ],
  queries: ['list_profiles', 'get_profile', 'get_debrief'],
  instructions: `Help me prepare a one-on-one with one person. The next message contains JSON from Timbre: what the person answered, the stored debrief, and as goal what I want from the meeting. Without a goal, prepare a regular conversation about work. If a goal asks for something these results can't tell, or must not be used for, say so.

Write, in plain words and at most 500:
1. How to open, and what pace and form may suit this person.
2. Two or three topics that serve the goal, each with one open question.
3. What may be hard for this person in such a meeting, and how to make it easier.
4. What to ask so that the person can say where the scores don't fit.

${howToWriteDebrief}

${rules}`,
  async data(args, context) {
    const person = await resolveProfile(context, 'person', requiredArgument(args, 'person'))
    const debrief = await readStoredDebrief(context, person.id)
    return { goal: args.goal ?? null, person: { ...fullProfileData(person), debrief } }
  },
}
