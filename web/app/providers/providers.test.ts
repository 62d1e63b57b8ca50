import { describe, expect, test } from 'vitest'
import { emptyForm, formOf, mask, providerTypes, secretOf, type ProviderForm } from './providers.ts'

const form = (type: string, more: Partial<ProviderForm> = {}): ProviderForm => ({
  ...emptyForm(type),
  ...more,
})

describe('the form of a provider', () => {
  test('with a key alone is a provider key', () => {
    expect(secretOf(form('openai', { key: ' sk ', models: 'a\n\nb' }))).toEqual({
      kind: 'provider_key',
      data: { kind: 'openai', provider: { key: 'sk' }, models: [{ slug: 'a' }, { slug: 'b' }] },
    })
  })

  test('with a URL or headers is a custom provider in the wire format of its kind', () => {
    const filledForm = form('anthropic', {
      key: 'k',
      url: 'https://proxy.example',
      headers: 'X-Team: a\nEmpty',
    })
    expect(secretOf(filledForm)).toEqual({
      kind: 'custom_provider',
      data: {
        kind: 'anthropic',
        provider: {
          url: 'https://proxy.example',
          key: 'k',
          extras: { api: 'anthropic', headers: { 'X-Team': 'a', Empty: '' } },
        },
        models: [],
      },
    })
  })

  test('drops values of fields that the kind does not have', () => {
    const extras = { aws_region_name: 'eu-west-1', vertex_ai_project: 'other' }
    const { data } = secretOf(form('bedrock', { url: 'https://x', version: '1', extras }))
    expect(data).toEqual({
      kind: 'bedrock',
      provider: { extras: { aws_region_name: 'eu-west-1' } },
      models: [],
    })
  })

  test('keeps stored values that the dialog has no field for', () => {
    const data = {
      kind: 'custom',
      provider: { url: 'https://h/v1', extras: { timeout: 5, region: 'eu' } },
      models: [{ slug: 'a', context: 8000 }, { slug: 'b' }],
    }
    const storedForm = formOf({ header: {}, data })
    expect(secretOf({ ...storedForm, models: 'a\nc' }).data).toEqual({
      ...data,
      models: [{ slug: 'a', context: 8000 }, { slug: 'c' }],
    })
  })

  test.each(providerTypes.map(({ id }) => id))('of %s survives a round trip through its secret', (id) => {
    const filledForm = form(id, { key: mask, url: 'https://h/v1', models: 'a\nb', headers: 'x: y' })
    const { kind, data } = secretOf(filledForm)
    expect(secretOf(formOf({ header: {}, data }))).toEqual({ kind, data })
  })
})
