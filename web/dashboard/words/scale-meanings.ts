/** What a high and a low score of each scale mean, about a person, by API key. */
export const scaleMeanings: Record<string, { high: string; low: string }> = {
  flexibility: {
    high: 'They like new ideas, art and strong feeling, and they welcome change.',
    low: 'They like what is practical, familiar and concrete.',
  },
  organization: {
    high: 'They work hard, keep order and promises, and think before they act.',
    low: 'They keep order and plans loose, and they tend to act at once.',
  },
  communication: {
    high: 'They seek people and activity, take the lead and show their good spirits.',
    low: 'They like calm and time alone, and they let others lead.',
  },
  understanding: {
    high: 'They trust people, deal straight with them and like to help.',
    low: 'They look after their own interests, stay wary and do not shy from a fight.',
  },
  stability: {
    high: 'They are calm, at ease with people and steady under pressure.',
    low: 'They feel worry, anger or sadness sooner than most, and pressure tells on them.',
  },
  creativity: {
    high: 'They picture things vividly and like to get lost in thought.',
    low: 'They keep to what is real and seldom daydream.',
  },
  aestheticAppreciation: {
    high: 'Art matters to them, and they see beauty that others may miss.',
    low: 'Art, poetry and museums matter little to them.',
  },
  emotionalAwareness: {
    high: 'They feel emotions strongly and notice them, in themselves and in others.',
    low: 'Their emotions run quiet, and strong emotion in others can puzzle them.',
  },
  innovativeness: {
    high: 'They prefer variety to routine and welcome change.',
    low: 'They prefer what they know to what is new, and they dislike change.',
  },
  intellectualCuriosity: {
    high: 'They enjoy challenging reading and abstract ideas.',
    low: 'They care little for theory and philosophical talk.',
  },
  openMindedness: {
    high: 'They try to understand views that they do not share.',
    low: 'They hold to their own view and find other sides hard to see.',
  },
  selfBelief: {
    high: 'They see themselves as able: they handle tasks well and get things done.',
    low: 'They doubt how well they handle tasks and get things done.',
  },
  systemization: {
    high: 'They like to tidy up and to put things back where they belong.',
    low: 'They leave things lying around and live easily with a mess.',
  },
  responsibility: {
    high: 'They keep promises, tell the truth and hold to rules.',
    low: 'They treat rules and promises more loosely than most.',
  },
  goalOriented: {
    high: 'They work hard and do more than is expected of them.',
    low: 'They do enough to get by and save their effort.',
  },
  discipline: {
    high: 'They are prepared, start tasks promptly and carry out their plans.',
    low: 'They find it hard to start tasks and lose time along the way.',
  },
  prudence: {
    high: 'They think before they act and take their time over decisions.',
    low: 'They decide and act quickly, at times before they have thought it through.',
  },
  friendliness: {
    high: 'They make friends easily and feel comfortable around people.',
    low: 'They keep some distance and take longer to make friends.',
  },
  sociability: {
    high: 'They like large parties and talk to many people there.',
    low: 'They prefer to be alone and stay away from crowds.',
  },
  leadership: {
    high: 'They take charge and try to lead others.',
    low: 'They wait for others to lead the way.',
  },
  vigor: {
    high: 'They are busy and on the go, in their spare time too.',
    low: 'They like to take it easy and leave room in their day.',
  },
  adventureSeeking: {
    high: 'They love excitement and adventure, even when it is a little reckless.',
    low: 'They need little excitement and keep away from reckless things.',
  },
  cheerfulness: {
    high: 'They have a lot of fun, show their joy and look on the bright side.',
    low: 'They feel or show joy less often than most.',
  },
  trust: {
    high: 'They trust people and believe that they mean well.',
    low: 'They are wary of people and of what they say.',
  },
  integrity: {
    high: 'They do not cheat people or use them for their own ends.',
    low: 'They are readier than most to use an advantage over others.',
  },
  generosity: {
    high: 'They like to help others and care how they feel.',
    low: 'They give other people less of their time and concern than most.',
  },
  teamwork: {
    high: 'They avoid fights, and they do not insult people or get back at them.',
    low: 'They can enjoy a fight, and they may raise their voice or get back at people.',
  },
  humility: {
    high: 'They do not put themselves above others or boast.',
    low: 'They think highly of themselves and may say so.',
  },
  compassion: {
    high: 'They feel for people who are worse off than they.',
    low: 'They are less moved than most by the problems of others.',
  },
  composure: {
    high: 'They worry little and seldom feel stressed or afraid.',
    low: 'They worry easily and often feel stressed or afraid.',
  },
  temperance: {
    high: 'They are not easily annoyed and they keep their temper.',
    low: 'They are easily irritated and may lose their temper.',
  },
  optimism: {
    high: 'They seldom feel down and are comfortable with themselves.',
    low: 'They often feel down and may be hard on themselves.',
  },
  confidence: {
    high: 'They approach people easily and do not mind being noticed.',
    low: 'They find it hard to approach people and prefer to be among friends.',
  },
  selfControl: {
    high: 'They resist temptations and cravings and seldom overdo things.',
    low: 'They find cravings hard to resist and at times overdo things.',
  },
  resilience: {
    high: 'They stay calm under pressure and feel able to deal with things.',
    low: 'They can feel overwhelmed by events, and they may panic under pressure.',
  },
}
