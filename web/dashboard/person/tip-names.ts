import type { Debrief } from '../client/types.ts'

/** Headings of the two lists of a debrief in its language, which the API does not return. */
export const tipNames: Record<Debrief['locale'], Record<'do' | 'avoid', string>> = {
  de: { do: 'Wie andere helfen können', avoid: 'Was andere besser vermeiden' },
  en: { do: 'What others can do', avoid: 'What others should avoid' },
  es: { do: 'Lo que otros pueden hacer', avoid: 'Lo que conviene evitar' },
  fr: { do: 'Ce que les autres peuvent faire', avoid: 'Ce qu’il vaut mieux éviter' },
  jp: { do: '周りの人にしてほしいこと', avoid: '周りの人に避けてほしいこと' },
  ko: { do: '주위 사람들이 해 주면 좋은 것', avoid: '주위 사람들이 피해 주면 좋은 것' },
  nl: { do: 'Wat anderen kunnen doen', avoid: 'Wat anderen beter kunnen laten' },
  pt_BR: { do: 'O que os outros podem fazer', avoid: 'O que convém evitar' },
  zh_CN: { do: '希望别人做的', avoid: '希望别人避免的' },
}
