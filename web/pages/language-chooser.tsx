import type { PageView } from '../views/page-view.ts'
import type { Speaker } from './messages.ts'

export type LanguageChooserProps = {
  view: PageView
  speak: Speaker
  /** Where another language of this page is found; a choice without JavaScript goes there too. */
  path: string
  /** Set where a script of the page acts as soon as a language is chosen, so that the button is not needed. */
  isScripted?: boolean
  /** The form on this page whose fields go along with a choice, so that what is half filled in is not lost. */
  formId?: string | undefined
}

/** The language of the page, and the choice of another one where there is one. */
export function LanguageChooser(choice: LanguageChooserProps) {
  const { view, path, formId } = choice
  const current = view.locales.find(({ code }) => code === view.locale)
  if (view.locales.length < 2) return <span class="language">{current?.name}</span>
  if (formId !== undefined) return <Joined {...choice} />
  return (
    <form class="language language-choice" method="get" action={path}>
      {/* A form that is fetched replaces the query of its address, so what stands there is sent along. */}
      {[...new URLSearchParams(path.split('?')[1])].map(
        ([name, value]) => name !== 'locale' && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Choices {...choice} />
      <ChangeButton {...choice} />
    </form>
  )
}

/**
 * The same for a page whose one form is being filled in: choice and button belong to that form, which then fetches
 * instead of sending. The first button of a form is the one that Enter presses, so the form's own stands before it.
 */
function Joined(choice: LanguageChooserProps) {
  const { speak, formId } = choice
  return (
    <div class="language language-choice">
      <button class="out-of-sight" type="submit" form={formId} tabIndex={-1} aria-hidden="true">
        {speak.say('taking.next')}
      </button>
      <Choices {...choice} />
      <ChangeButton {...choice} />
    </div>
  )
}

function Choices({ view, speak, formId }: LanguageChooserProps) {
  return (
    <select name="locale" form={formId} aria-label={speak.say('page.language')}>
      {view.locales.map(({ code, name, languageTag }) => (
        <option key={code} value={code} lang={languageTag} selected={code === view.locale}>
          {name}
        </option>
      ))}
    </select>
  )
}

function ChangeButton({ speak, path, formId, isScripted }: LanguageChooserProps) {
  const joined = formId !== undefined
  return (
    <button
      class={`button button-small ${joined || isScripted ? 'without-script' : ''}`}
      type="submit"
      form={formId}
      formMethod={joined ? 'get' : undefined}
      formAction={joined ? path.split('?')[0] : undefined}
      formNoValidate={joined ? true : undefined}
    >
      {speak.say('page.changeLanguage')}
    </button>
  )
}
