import type { ShareField, ShareView } from '../../src/http/views/link-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'
import { ProblemIcon } from './problem-icon.tsx'

/** Name and, to come back later, an address: one form, which works without a script. */
export function ShareForm({ view, speak, account }: { view: ShareView; speak: Speaker; account: string }) {
  const { say } = speak
  const field = (name: ShareField) => ({ name, view, speak, isFirstProblem: firstProblem(view) === name })
  return (
    // The browser's own messages are in its language and disappear; the page shows the problem next to the field.
    <form class="link-form share-form" method="post" action={view.action} noValidate>
      <h2 class="section">{say('share.formHeading')}</h2>
      <div class="names">
        <Field
          {...field('firstName')}
          label="share.firstName"
          keyboard="text"
          autocomplete="given-name"
          required
        />
        <Field {...field('lastName')} label="share.lastName" keyboard="text" autocomplete="family-name" />
      </div>
      <Field
        {...field('email')}
        label="share.email"
        keyboard="email"
        autocomplete="email"
        hint={say('share.emailHint')}
      />
      {view.agreement && (
        <>
          <input type="hidden" name="version" value={view.agreement.version} />
          <input type="hidden" name="locale" value={view.locale} />
        </>
      )}
      {view.once !== undefined && <input type="hidden" name="once" value={view.once} />}
      <button class="button button-main button-taking main" type="submit">
        {say('link.start')}
      </button>
      <p class="note">{speak.together([view.agreement?.agree ?? '', say('share.note', { account })])}</p>
    </form>
  )
}

function Field({
  name,
  view,
  speak,
  isFirstProblem,
  label,
  keyboard,
  autocomplete,
  required = false,
  hint,
}: {
  name: ShareField
  view: ShareView
  speak: Speaker
  isFirstProblem: boolean
  label: MessageKey
  keyboard: 'text' | 'email'
  autocomplete: 'given-name' | 'family-name' | 'email'
  required?: boolean
  hint?: string
}) {
  const { say } = speak
  const problem = view.problems?.[name]
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <div class="share-field">
      <label for={name}>
        {say(label)} {!required && <span class="muted">{say('share.optional')}</span>}
      </label>
      {problem && (
        <p class="problem" id={`${name}-problem`}>
          <ProblemIcon />
          {say(problemWords[name][problem])}
        </p>
      )}
      <input
        class="field"
        id={name}
        name={name}
        type="text"
        inputMode={keyboard}
        value={view.values?.[name] ?? ''}
        autocomplete={autocomplete}
        autocapitalize={keyboard === 'email' ? 'off' : 'words'}
        spellcheck={false}
        required={required}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={described || undefined}
        autofocus={isFirstProblem}
      />
      {hint && (
        <p class="note" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

const problemWords = {
  firstName: {
    missing: 'share.firstNameMissing',
    tooLong: 'share.nameTooLong',
    unreadable: 'share.nameUnreadable',
    limited: 'share.nameUnreadable',
  },
  lastName: {
    missing: 'share.nameUnreadable',
    tooLong: 'share.nameTooLong',
    unreadable: 'share.nameUnreadable',
    limited: 'share.nameUnreadable',
  },
  email: {
    missing: 'share.emailUnreadable',
    tooLong: 'share.emailUnreadable',
    unreadable: 'share.emailUnreadable',
    limited: 'share.emailLimited',
  },
} as const satisfies Record<ShareField, Record<string, MessageKey>>

function firstProblem({ problems }: ShareView): ShareField | undefined {
  return (['firstName', 'lastName', 'email'] as const).find((name) => problems?.[name] !== undefined)
}
