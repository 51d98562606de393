import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog.ts'
import { createToolbox } from '../../src/http/mcp/tools.ts'
import { type Agent, agentAt, eras } from '../support/mcp-client.ts'
import { type Json, startTestService } from '../support/service.ts'

let agent: Agent
let tools: Json[]
beforeAll(async () => {
  const running = await startTestService()
  agent = agentAt(running.url, (await running.account()).token)
  tools = (await agent.request('tools/list')).body.result.tools
})

const [T, F] = [true, false]
/** The specified hints: read-only, destructive, idempotent, open world. */
const hints: Record<string, boolean[]> = {
  list_tags: [T, F, T, F],
  create_tag: [F, F, F, F],
  update_tag: [F, T, T, F],
  delete_tag: [F, T, T, F],
  assign_tags_to_profiles: [F, T, T, F],
  list_profiles: [T, F, T, F],
  send_assessment_invite: [F, F, F, T],
  get_behavioral_summary: [F, F, T, F],
}
/** Required fields. */
const required: Record<string, string[] | undefined> = {
  create_tag: ['label', 'color'],
  update_tag: ['tagId', 'label', 'color'],
  delete_tag: ['tagId'],
  assign_tags_to_profiles: ['tagId', 'profileIds'],
  get_behavioral_summary: ['profileId'],
}

describe('tools/list', () => {
  test('equals its golden file', async () => {
    await expect(`${JSON.stringify(tools, null, 2)}\n`).toMatchFileSnapshot('tools.golden')
  })

  test('is the same in both versions, and at every call', async () => {
    for (let at = 0; at < 10; at += 1) {
      const { body } = await agent.request('tools/list', {}, eras[at % 2])
      expect(JSON.stringify(body.result.tools)).toBe(JSON.stringify(tools))
    }
    expect(JSON.stringify(createToolbox(catalog).list())).toBe(JSON.stringify(tools))
  })

  test('has the specified tools with their hints, a title and their scopes', () => {
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(hints))
    for (const { name, title, description, annotations, _meta } of tools) {
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
      expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint], name).toEqual(hints[name])
      expect(title, name).toMatch(/^[A-Z]/)
      expect(description, name).toContain(`Requires the scope ${_meta['timbre/scopes'].join(' and ')}.`)
    }
  })

  test('takes no account id and no undeclared field', () => {
    for (const { name, inputSchema } of tools) {
      expect(inputSchema.additionalProperties, name).toBe(false)
      expect(inputSchema.required, name).toEqual(required[name])
      expect(Object.keys(inputSchema.properties).join(), name).not.toMatch(/account/i)
    }
    const color = tools.find((tool) => tool.name === 'create_tag').inputSchema.properties.color
    expect(color.enum).toHaveLength(9)
  })

  test('is valid JSON Schema with objects at the roots, without keywords that validators mishandle', () => {
    const ajv = new Ajv2020({ strict: true, validateFormats: false })
    for (const { name, inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema.type, name).toBe('object')
        expect(() => ajv.compile(schema), name).not.toThrow()
        expect(JSON.stringify(schema)).not.toMatch(/9007199254740991|"examples"|\$ref/)
      }
    }
  })

  test('costs a model fewer than four thousand tokens', () => {
    expect(JSON.stringify(tools).length).toBeLessThan(4 * 4_000)
  })
})
