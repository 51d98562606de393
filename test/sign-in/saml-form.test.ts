import { expect, test } from 'vitest'
import { hasAcceptedForm } from '../../src/identity/providers/saml-form.ts'
import { assertionOf, responseOf } from '../support/saml-provider.ts'

const claims = {
  email: 'ada@example.com',
  acs: 'https://t.test/acs',
  audience: 'https://t.test',
  inResponseTo: '_r',
}
const signature = (method: string) =>
  `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:SignatureMethod ${method}/>` +
  '<ds:Reference URI="#_assertion"/></ds:SignedInfo></ds:Signature>'
const sha = (bits: string) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`
const responseWith = (method: string, more = '') =>
  responseOf(claims, signature(method) + assertionOf(claims) + more)

test('a response with quoted attributes and names of ASCII has the accepted form', () => {
  expect(hasAcceptedForm(responseWith(`Algorithm="${sha('256')}"`))).toBe(true)
  expect(hasAcceptedForm(responseWith(`Algorithm = '${sha('256')}'`))).toBe(true)
})

test.each([
  ['an algorithm without quotes', responseWith('Algorithm=http://www.w3.org/2000/09/xmldsig#rsa-sha1')],
  ['an algorithm with one quote', responseWith(`Algorithm=${sha('1')}"`)],
  ['an attribute without a value', responseWith(`Algorithm="${sha('256')}" Algorithm`)],
  ['attributes without a space', responseWith(`Algorithm="${sha('256')}"Id="x"`)],
  [
    'another assertion whose prefix is not ASCII',
    responseWith(
      `Algorithm="${sha('256')}"`,
      '<aé:Assertion xmlns:aé="urn:oasis:names:tc:SAML:2.0:assertion"/>',
    ),
  ],
  ['an element whose name is not ASCII', responseWith(`Algorithm="${sha('256')}"`, '<Objecté/>')],
  ['a name of three parts', responseWith(`Algorithm="${sha('256')}"`, '<a:b:Assertion/>')],
  ['a closing tag with attributes', `${responseWith(`Algorithm="${sha('256')}"`).slice(0, -1)} a=b>`],
])('refuses %s', (_name, xml) => {
  expect(hasAcceptedForm(xml)).toBe(false)
})
