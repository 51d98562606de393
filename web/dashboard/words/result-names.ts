import type { Level } from '../client/types.ts'

/** English names of all results, by API key. */

export const levelWords: Record<Level, string> = {
  veryLow: 'Very low',
  low: 'Low',
  baseline: 'Baseline',
  high: 'High',
  veryHigh: 'Very high',
}

export const scaleNames: Record<string, string> = {
  flexibility: 'Flexibility',
  creativity: 'Creativity',
  aestheticAppreciation: 'Aesthetic appreciation',
  emotionalAwareness: 'Emotional awareness',
  innovativeness: 'Innovativeness',
  intellectualCuriosity: 'Intellectual curiosity',
  openMindedness: 'Open mindedness',
  organization: 'Organization',
  selfBelief: 'Self belief',
  systemization: 'Systemization',
  responsibility: 'Responsibility',
  goalOriented: 'Goal oriented',
  discipline: 'Discipline',
  prudence: 'Prudence',
  communication: 'Communication',
  friendliness: 'Friendliness',
  sociability: 'Sociability',
  leadership: 'Leadership',
  vigor: 'Vigor',
  adventureSeeking: 'Adventure seeking',
  cheerfulness: 'Cheerfulness',
  understanding: 'Understanding',
  trust: 'Trust',
  integrity: 'Integrity',
  generosity: 'Generosity',
  teamwork: 'Teamwork',
  humility: 'Humility',
  compassion: 'Compassion',
  stability: 'Stability',
  composure: 'Composure',
  temperance: 'Temperance',
  optimism: 'Optimism',
  confidence: 'Confidence',
  selfControl: 'Self control',
  resilience: 'Resilience',
}

export const discLetterNames = {
  d: 'Dominance',
  i: 'Influence',
  s: 'Steadiness',
  c: 'Conscientiousness',
} as const

export const valueNames: Record<string, { label: string; note: string }> = {
  freedom: { label: 'Freedom', note: 'Choosing how, when and in what order to do things' },
  wisdom: { label: 'Wisdom', note: 'Understanding why, not only how' },
  adventure: { label: 'Adventure', note: 'New ground, risk and change of scene' },
  enjoyment: { label: 'Enjoyment', note: 'Pleasure, play and a good time along the way' },
  achievement: { label: 'Achievement', note: 'Reaching goals that are hard to reach' },
  influence: { label: 'Influence', note: 'Shaping what others decide and do' },
  wealth: { label: 'Wealth', note: 'Having the money and means to live well' },
  recognition: { label: 'Recognition', note: 'Being seen and valued for what you do' },
  security: { label: 'Security', note: 'Knowing that tomorrow is taken care of' },
  tradition: { label: 'Tradition', note: 'Keeping alive what earlier generations handed down' },
  familyHappiness: { label: 'Family happiness', note: 'A warm home and time with the people closest to you' },
  care: { label: 'Care', note: 'Being there for people who need help' },
  fairness: { label: 'Fairness', note: 'The same rules and chances for everyone' },
}

/** The five ranks of values in the API. */
export const corePlaces = ['first', 'second', 'third', 'fourth', 'fifth'] as const
