import { existsSync } from 'node:fs'

/** The engines besides Chromium, each as Debian packages it. */
export type EngineName = 'firefox' | 'webkit'

/** One window of an engine with a profile of its own: what WebDriver and WebDriver BiDi can both do. */
export type EngineWindow = {
  /** Such as `Firefox 153.8.0`. */
  readonly version: string
  open(address: string): Promise<void>
  address(): Promise<string>
  reload(): Promise<void>
  /** Runs a function of the page. It sees nothing but its arguments, which are JSON like its result. */
  run<Result, Words extends readonly unknown[]>(
    task: (...words: Words) => Result | Promise<Result>,
    ...words: Words
  ): Promise<Result>
  /** Moves the mouse to a point of the viewport and presses its button. */
  press(x: number, y: number): Promise<void>
  /** Presses keys one after the other: single characters, or names of `keys`. With `held`, while that key is down. */
  keys(pressed: readonly string[], held?: string): Promise<void>
  picture(): Promise<Buffer>
  /** Sets the size of the viewport. */
  resize(width: number, height: number): Promise<void>
  /** Errors that the console has shown so far, exceptions and refusals of the security policy among them. */
  faults(): readonly string[]
  close(): Promise<void>
}

/** The code points of keys without a character (WebDriver, section 17.4.2). */
const keys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
}

/** Both protocols take the same description of input. */
export function pressActions(x: number, y: number): object[] {
  const [at, button] = [{ x: Math.round(x), y: Math.round(y) }, { button: 0 }]
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', ...at, duration: 0, origin: 'viewport' },
        { type: 'pointerDown', ...button },
        { type: 'pointerUp', ...button },
      ],
    },
  ]
}

export function keyActions(pressed: readonly string[], held?: string): object[] {
  const stroke = (name: string) => {
    const value = keys[name] ?? name
    return [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]
  }
  const hold = (type: 'keyDown' | 'keyUp') => (held ? [{ type, value: keys[held] ?? held }] : [])
  const actions = [...hold('keyDown'), ...pressed.flatMap(stroke), ...hold('keyUp')]
  return [{ type: 'key', id: 'keyboard', actions }]
}

/** The first of these files that exists. */
export function firstFile(paths: readonly string[]): string | undefined {
  return paths.find((path) => existsSync(path))
}
