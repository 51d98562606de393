import type { SaveStatus } from './answer-outbox.ts'
import { Icon } from './icon.tsx'
import type { Speaker } from './messages.ts'
import { preventDefaultAnd, type Screen } from './screen.tsx'

/** Back, shortcuts, and the saving state. Its boxes have fixed sizes, so nothing moves when a label changes. */
export function TakingFooter({ screen }: { screen: Screen }) {
  const { speak, on, status, unsent, shown } = screen
  // A practice answer isn't saved, and says so: "Saved" would contradict that.
  const isKept = shown.at !== 'practice'
  return (
    <footer class="foot">
      <StartOfFooter screen={screen} />
      {on && (
        <button class="quiet-button keys-button" type="button" onClick={on.showKeys}>
          <kbd>?</kbd> {speak.say('keys.open')}
        </button>
      )}
      <p class="saved" role="status">
        {isKept && status === 'saved' && <Icon name="saved" size={16} />}
        <span key={`${status} ${unsent}`}>{isKept && statusWords(speak, status, unsent)}</span>
      </p>
    </footer>
  )
}

/** Back if there is an earlier item; on an untouched first item, the practice question. */
function StartOfFooter({ screen: { speak, shown, flow, on } }: { screen: Screen }) {
  if (shown.at === 'item' && shown.item === 1) {
    const untouched = Object.keys(flow.answers[shown.part]).length === 0
    return on && untouched ? (
      <button class="quiet-button" type="button" onClick={on.practise}>
        {speak.say('practice.offer')}
      </button>
    ) : (
      <span />
    )
  }
  const before =
    shown.at === 'item'
      ? `/take?part=${shown.part}&item=${shown.item - 1}`
      : shown.at === 'practice'
        ? '/take'
        : ''
  return (
    <a class="back" href={before} onClick={preventDefaultAnd(on?.back)}>
      <Icon name="back" />
      {speak.say('taking.back')}
      <span class="key-hint" aria-hidden="true">
        <kbd>{speak.say('keys.backspace')}</kbd>
      </span>
    </a>
  )
}

function statusWords(speak: Speaker, status: SaveStatus, unsent: number): string {
  if (status === 'saved') return speak.say('status.saved')
  if (status === 'offline') return speak.count('status.offline', unsent)
  if (status === 'retrying') return speak.count('status.retrying', unsent)
  return speak.say('status.saving')
}
