import { describe, expect, test } from 'vitest'
import { cleanName, parseClientMetadata, redirectHostOf, redirectUriError } from './client-metadata.ts'

const redirect_uris = ['https://app.example/callback']

describe('parseClientMetadata', () => {
  test('treats apps as native, with any loopback port, unless a loopback redirect URI has TLS', () => {
    expect(parseClientMetadata({ redirect_uris, application_type: 'web' })).toMatchObject({
      application_type: 'native',
    })
    expect(parseClientMetadata({ redirect_uris: ['https://localhost:3000/cb'] })).toMatchObject({
      application_type: 'web',
    })
  })

  test('removes duplicate redirect URIs and unknown fields', () => {
    const metadata = {
      redirect_uris: [...redirect_uris, ...redirect_uris],
      contacts: ['a@b.example', 'no'],
      x: 1,
    }
    expect(parseClientMetadata(metadata)).toEqual({
      redirect_uris,
      application_type: 'native',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      contacts: ['a@b.example'],
    })
  })

  test('accepts an app without refresh tokens', () => {
    expect(parseClientMetadata({ redirect_uris, grant_types: ['authorization_code'] })).toMatchObject({
      grant_types: ['authorization_code'],
    })
  })
})

describe('redirectUriError', () => {
  test.each([
    'https://app.example/cb?x=1',
    'https://xn--pp-wka.example/cb',
    'http://127.0.0.1/cb',
    'http://[::1]:8080/cb',
    'http://localhost:9/cb',
    'https://[2001:db8::1]/cb',
    'https://192.0.2.1:8443/cb',
    'com.example.app:/cb',
    'com.example.app://cb',
  ])('accepts %s', (uri) => expect(redirectUriError(uri)).toBeUndefined())

  test.each([
    'http://127.0.0.1.nip.io/cb',
    'http://[::ffff:127.0.0.1]/cb',
    'http://0.0.0.0/cb',
    'https://app.example;sandbox/cb',
    'https://app.example,other.example/cb',
    'https://*/cb',
    "https://'none'/cb",
    'vbscript:x',
    'about:blank',
    'blob:https://app.example/x',
    'ms-settings:x',
    'https://app.example/cb\u0000',
    'https:\\\\me@app.example',
    'https:app.example/cb',
    'https:/app.example/cb',
    'https:///app.example/cb',
    'http:localhost:3118/cb',
    'https://app.example\\.elsewhere.example/cb',
  ])('refuses %s', (uri) => expect(redirectUriError(uri)).toBeTypeOf('string'))
})

test('cleanName returns one line of visible characters', () => {
  expect(cleanName(' A\u0000\tB\r\nC\u2028D ')).toBe('A B C D')
  expect(cleanName('\u202egnp.exe\u200d\u2066x\u2069\u00ad\ufeff')).toBe('gnp.exex')
  expect(cleanName('\u3164\u200b')).toBe('')
  expect(cleanName('<b>é</b>')).toBe('<b>é</b>')
})

test.each([
  ['https://app.example/cb', 'app.example'],
  ['https://app.example:8443/cb', 'app.example:8443'],
  ['http://localhost:3118/cb', 'localhost'],
  ['http://[::1]:3118/cb', '[::1]'],
  ['com.example.app:/cb', 'com.example.app'],
])('redirectHostOf %s is %s', (uri, host) => expect(redirectHostOf(uri)).toBe(host))
