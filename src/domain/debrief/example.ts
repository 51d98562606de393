/** The beginning of a fictional debrief, for the API reference. */
export const exampleSections = [
  {
    id: 'overview',
    title: 'In short',
    sentences: [
      {
        text: 'You go for the result and say plainly what you want.',
        evidence: ['disc.style'],
      },
    ],
  },
  {
    id: 'impression',
    title: 'With people',
    sentences: [
      {
        text: 'You make friends easily and are soon at ease with new people.',
        evidence: ['focus.communication.facets.friendliness'],
      },
    ],
  },
]

export const exampleContent = exampleSections
  .map(({ title, sentences }) => `## ${title}\n\n${sentences.map(({ text }) => text).join(' ')}`)
  .join('\n\n')
