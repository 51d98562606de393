/** The beginning of a fictional debrief, for the API reference. */
export const exampleSections = [
  {
    id: 'overview',
    title: 'Overview',
    sentences: [
      {
        text: 'You tend to go first and to speak plainly.',
        evidence: ['disc.style'],
      },
    ],
  },
  {
    id: 'impression',
    title: 'How you come across',
    sentences: [
      {
        text: 'People usually find you easy to approach.',
        evidence: ['focus.communication.facets.friendliness'],
      },
    ],
  },
]

export const exampleContent = exampleSections
  .map(({ title, sentences }) => `## ${title}\n\n${sentences.map(({ text }) => text).join(' ')}`)
  .join('\n\n')
