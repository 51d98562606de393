/** Structured content for tests, as `get_behavioral_summary` returns it. */
export const completeSummary = {
  profileId: 'a'.repeat(24),
  name: 'Noor Okafor' as string | null,
  email: 'noor@northwind.test' as string | null,
  isCompleted: true,
  disc: { style: 'DI', d: 70.8, i: 62, s: 31, c: 36.2 },
  focus: {
    flexibility: { score: 74, level: 'high' },
    organization: { score: 57.4, level: 'baseline' },
    communication: { score: 94.2, level: 'veryHigh' },
    understanding: { score: 23, level: 'low' },
    stability: { score: 3.1, level: 'veryLow' },
  },
  core: { first: 'freedom', second: 'achievement', third: 'influence', fourth: 'adventure', fifth: 'wisdom' },
  debrief: {
    id: 'b'.repeat(24),
    content:
      '## Overview\n\nYou set direction early.\n\n## Working with you\n\n**What helps**\n\n- Open with the outcome.\n- ' +
      'Agree a date.\n\n## Questions for a conversation\n\n1. What would you try first?\n',
  },
  debriefGenerated: true,
}

/** A person who has completed DISC only. */
export const inProgressSummary = {
  ...completeSummary,
  profileId: 'c'.repeat(24),
  name: 'Jonas Brandt',
  isCompleted: false,
  focus: null,
  core: null,
  debrief: null,
  debriefGenerated: false,
}

export const scriptInjection = '<script>alert(1)</script><img src=x onerror="alert(2)"> & "quotes"'

/** Untrusted text in every field. */
export const hostileSummary = {
  ...completeSummary,
  name: scriptInjection,
  email: scriptInjection,
  core: { ...completeSummary.core, second: scriptInjection },
  debrief: {
    id: 'b'.repeat(24),
    content:
      `## ${scriptInjection}\n\n[a link](https://evil.test) ![a picture](https://evil.test/x.png) ${scriptInjection}\n\n` +
      `- <iframe src="https://evil.test"></iframe>\n- **[strong](javascript:alert(3))**\n- \\<b onclick=x\\>`,
  },
}
