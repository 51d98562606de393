import { expect, test } from 'vitest'
import { isOtherList } from './draft.ts'

const list = 'Name,,Team\nAnn Lee,ann@x.test,Red\nBo Li,bo@x.test,Blue\n'

test.each([
  ['one corrected letter', list.replace('Red', 'Ret'), false],
  ['one more line', `${list}Cy,cy@x.test,Red`, false],
  ['a line less', list.replace('Ann Lee,ann@x.test,Red\n', ''), false],
  ['another first line', list.replace('Name', 'Who'), false],
  ['nothing', ' \n', true],
  ['other people', 'Name;;Ort\nEve;eve@y.test;Oslo\n', true],
])('choices for a list stay, or go with it, after %s', (_, after, isOther) => {
  expect(isOtherList(list, after)).toBe(isOther)
})
