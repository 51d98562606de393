import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const model = { DEBRIEF_URL: 'https://models.example.com/v1', DEBRIEF_MODEL: 'small-one' }

function read(environment: Record<string, string>) {
  const config = readConfig(environment)
  return 'errors' in config ? config.errors : config.config.debriefModel
}

describe('the debrief model', () => {
  test('needs a URL and a name, and has a default budget and deadline', () => {
    expect(read(model)).toEqual({
      url: 'https://models.example.com/v1',
      name: 'small-one',
      key: undefined,
      dailyBudget: 200,
      deadlineSeconds: 45,
    })
    expect(read({})).toBeUndefined()
  })

  test('accepts each variable', () => {
    const all = { ...model, DEBRIEF_KEY: 'sk-1_2.3', DEBRIEF_BUDGET: '0', DEBRIEF_DEADLINE_SECONDS: '5' }
    expect(read(all)).toMatchObject({ key: 'sk-1_2.3', dailyBudget: 0, deadlineSeconds: 5 })
    expect(read({ ...model, DEBRIEF_MODEL: 'org/model:8b@q4' })).toMatchObject({ name: 'org/model:8b@q4' })
  })

  test('has a URL without a trailing slash', () => {
    expect(read({ ...model, DEBRIEF_URL: 'https://models.example.com/v1//' })).toMatchObject({
      url: 'https://models.example.com/v1',
    })
  })

  test.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:8000/v1',
    'http://[::1]:8000/v1',
    'http://10.0.0.7/v1',
    'http://172.31.255.1/v1',
    'http://192.168.1.4:8080/v1',
    'http://[fd12:3456::1]/v1',
    'http://ollama:11434/v1',
    'http://host.docker.internal:11434/v1',
    'https://8.8.8.8/v1',
  ])('may be at %s', (url) => {
    expect(read({ ...model, DEBRIEF_URL: url })).toMatchObject({ url })
  })

  test.each([
    'models.example.com',
    'ftp://models.example.com/v1',
    'file:///etc/passwd',
    'http://models.example.com/v1',
    'http://8.8.8.8/v1',
    'http://172.32.0.1/v1',
    'http://169.254.169.254/v1',
    'http://0.0.0.0/v1',
    'http://[2606:4700::1]/v1',
    'http://localhost.evil.example/v1',
    'http://127.0.0.1.nip.io/v1',
    'https://user:word@models.example.com/v1',
    'https://models.example.com/v1?key=1',
    'https://models.example.com/v1#key',
    'https://',
  ])('may not be at %s', (url) => {
    expect(read({ ...model, DEBRIEF_URL: url })).toEqual([expect.stringMatching(/^DEBRIEF_URL: must /)])
  })

  test.each([
    ['DEBRIEF_MODEL', ' '],
    ['DEBRIEF_MODEL', 'a b'],
    ['DEBRIEF_KEY', 'sk-hidden\r\nX-Evil: 1'],
    ['DEBRIEF_KEY', 'sk-hidden key'],
    ['DEBRIEF_KEY', 'sk-hiddén'],
    ['DEBRIEF_BUDGET', '-1'],
    ['DEBRIEF_BUDGET', '1e3'],
    ['DEBRIEF_BUDGET', '1000001'],
    ['DEBRIEF_DEADLINE_SECONDS', '4'],
    ['DEBRIEF_DEADLINE_SECONDS', '56'],
    ['DEBRIEF_DEADLINE_SECONDS', '45s'],
  ])(
    '%s=%j is refused in one line that starts with its name and does not repeat the value',
    (name, value) => {
      const lines = read({ ...model, [name]: value })
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}: [^\n]{10,150}$`))])
      expect(String(lines)).not.toContain('hidden')
    },
  )

  test.each([
    [{ DEBRIEF_URL: model.DEBRIEF_URL }, 'DEBRIEF_MODEL: is required with DEBRIEF_URL'],
    [{ DEBRIEF_MODEL: 'm' }, 'DEBRIEF_MODEL: has no effect without DEBRIEF_URL'],
    [{ DEBRIEF_KEY: 'sk-hidden' }, 'DEBRIEF_KEY: has no effect without DEBRIEF_URL'],
  ])('%o fails the start', (environment, line) => {
    expect(read(environment as Record<string, string>)).toEqual([line])
  })

  test('with a misspelled variable is refused', () => {
    expect(read({ DEBRIEF_MODELL: 'm' })).toEqual([
      'DEBRIEF_MODELL: is not a variable of this service; see .env.example',
    ])
  })
})
